import type { Page } from 'playwright-core';

/**
 * Resolves once the words stand in a place of the page, though it be for a moment between two looks of the test. To be begun before
 * what brings them.
 * @param place a CSS selector
 */
export function passing(page: Page, place: string, words: string): Promise<void> {
  return page.evaluate(
    ([selector, wanted]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)].some(({ textContent }) =>
            textContent.includes(wanted),
          );
          if (!found) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    [place, words] as const,
  );
}
