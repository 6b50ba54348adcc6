import { useEffect, useState, type RefObject } from 'react';

const NEAR = '400px';
/** A window that is being drawn larger changes its width many times. */
const SETTLED = 120; // ms

/** How wide an element is, once it has come to rest; null before it was measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const node = element.current!;
    const measure = () => node.offsetWidth && setWidth(node.offsetWidth);
    let settling = 0;
    const watch = new ResizeObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(measure, SETTLED);
    });
    measure();
    watch.observe(node, { box: 'border-box' });
    return () => {
      clearTimeout(settling);
      watch.disconnect();
    };
  }, [element]);
  return width;
}

/** Scrolls no further than needed to show an element whole, or its beginning where it is taller than what there is to see. */
export function bringIntoSight(node: Element): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  node.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
}

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
