/** Lets the page answer keys, scrolling and frames between two pieces of long work; throws if the work was given up meanwhile. */
export async function breath(givenUp: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  givenUp.throwIfAborted();
}
