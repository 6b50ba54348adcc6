const NEAR = '400px';

/** Resolves once an element is in sight or near it; never if it is given up before. */
export function nearSight(node: Element, givenUp: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    observer.observe(node);
    givenUp.addEventListener('abort', () => observer.disconnect());
  });
}
