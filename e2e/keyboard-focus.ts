import type { Page } from 'playwright-core';

/** What has the focus, as whoever uses the keyboard sees it; and what readers of the screen are told. */

declare global {
  interface Window {
    announced: string[];
  }
}

/** Notes, within a page, the text of every live region that changes after it was there. */
export function watchAnnouncements(): void {
  window.announced = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      const region = place?.closest('[role=status], [role=alert], [aria-live=polite]');
      if (region) window.announced.push(region.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Its name, as its label or its text says it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ')[0];
    const name =
      element.getAttribute('aria-label') ??
      (labelledBy ? document.getElementById(labelledBy)?.textContent : undefined) ??
      labels?.[0]?.innerText ??
      element.textContent;
    return name.trim();
  });
}

/** Whether it has a ring, lies within the window, and under nothing. @returns nothing, or a line of what is wrong */
export function focusFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || element.tagName === 'MAIN') return [];
    // Text is given the focus for readers of the screen: nothing can be done with it.
    if (element.tabIndex < 0) return [];
    const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.id + element.innerText).slice(0, 30)} at ${location.pathname}`;
    // A field without a look of its own is drawn by what it lies in.
    const { opacity, width } = getComputedStyle(element);
    const isDrawn = opacity !== '0' && Number.parseFloat(width) > 2;
    const drawn = isDrawn ? element : (element.closest('label') ?? element.parentElement ?? element);
    const faults: string[] = [];
    const isRinged = [drawn, element.closest('label')].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    });
    if (!isRinged) faults.push(`no ring: ${name}`);
    const { left, top, right, bottom } = drawn.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const above = document.elementFromPoint(x, y);
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) faults.push(`out of sight: ${name}`);
    // A toast goes by itself, and with Escape, as WCAG 2.4.11 has it.
    else if (!above || !(drawn.contains(above) || above.contains(drawn) || above.closest('[data-toast]'))) {
      faults.push(`under ${above?.tagName} ${above?.className}: ${name}`);
    }
    return faults;
  });
}
