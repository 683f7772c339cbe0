import type { Page } from 'playwright-core';

/**
 * Waits for words that a place on the page may show only briefly, between two polls of a test. Await it before the action that brings them:
 * from then on the page itself watches.
 * @param place a CSS selector
 * @returns an object whose promise resolves once the words have been shown
 */
export async function passing(page: Page, place: string, words: string): Promise<() => Promise<void>> {
  const seen = await page.evaluateHandle(
    ([selector, wanted]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        const found = [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(wanted));
        if (!found) return;
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
      // Wrapped, because an async function would wait for the promise itself.
      return { promise };
    },
    [place, words] as const,
  );
  return () => seen.evaluate(({ promise }) => promise);
}
