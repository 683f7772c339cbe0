import type { Page } from 'playwright-core';

/** What keyboard users see of the focus, and what screen readers announce. */

declare global {
  interface Window {
    announced: string[];
  }
}

/** Runs in a page: records the text of every live region that changes after it has been added. */
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

/** The accessible name of the focused element, from its label or text. */
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

/** Checks that the focused element has a ring, is inside the window and not covered. @returns a line for each fault */
export function focusFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || element.tagName === 'MAIN') return [];
    // Text gets the focus only for screen readers: there is nothing to operate.
    if (element.tabIndex < 0) return [];
    const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.id + element.innerText).slice(0, 30)} at ${location.pathname}`;
    // A field without a style of its own is drawn by its container.
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
    // A toast goes away by itself, and with Escape, which WCAG 2.4.11 permits.
    else if (!above || !(drawn.contains(above) || above.contains(drawn) || above.closest('[data-toast]'))) {
      faults.push(`under ${above?.tagName} ${above?.className}: ${name}`);
    }
    return faults;
  });
}
