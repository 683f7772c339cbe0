import type { Page } from 'playwright-core';

/**
 * Looks for words in a place of the page, though they stand there for a moment between two looks of the test. To be awaited before what brings
 * them: from then on the page looks.
 * @param place a CSS selector
 * @returns what resolves once they have stood there
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
      // Not the promise itself, which would be waited for here.
      return { promise };
    },
    [place, words] as const,
  );
  return () => seen.evaluate(({ promise }) => promise);
}
