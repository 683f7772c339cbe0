/**
 * Looks each time so many ms have passed, but not while the look before goes on. A look that fails is made up for by the next.
 * @returns what ends it
 */
export function lookAgain(everyMs: number, look: () => Promise<void>): () => void {
  let isLooking = false;
  async function lookOnce(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => undefined);
    isLooking = false;
  }
  const timer = setInterval(() => void lookOnce(), everyMs).unref();
  return () => clearInterval(timer);
}
