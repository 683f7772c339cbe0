import type { Language } from '@realmkeep/contract/languages';
import type { Page } from 'playwright-core';

/** Scripts that run in a page and check what axe does not. */

declare global {
  interface Window {
    /** The page's cumulative layout shift, and what has moved. */
    layoutShift: number;
    shifted: string[];
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

export function watchShifts(): void {
  window.layoutShift = 0;
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      window.layoutShift += value;
      for (const { node } of sources) window.shifted.push(node?.textContent?.slice(0, 30) ?? '?');
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @returns a line for each fault, and one `title: …` */
export function readPage(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((wanted) => {
    const seen = { opacityProperty: true, visibilityProperty: true };
    const faults = [`title: ${document.title}`];
    if (document.documentElement.lang !== wanted) faults.push(`is said to be in ${document.documentElement.lang}`);
    const text = document.body.innerText;
    for (const [odd] of text.matchAll(/\bundefined\b|\bNaN\b|\[object |\{\w+\}|Invalid Date/g)) {
      faults.push(`has "${odd}" in its text`);
    }
    // Text that is cut off and cannot be scrolled into view.
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a, h1, h2, h3, label, th, td, dt, dd, p, li',
    )) {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      if (display === 'inline' || !element.checkVisibility(seen) || element.closest('.sr-only, pre, [class*=cm-]'))
        continue;
      if (element.scrollWidth > element.clientWidth + 1 && overflowX !== 'auto' && textOverflow !== 'ellipsis') {
        faults.push(`cuts "${element.innerText.slice(0, 40)}" by ${element.scrollWidth - element.clientWidth} px`);
      }
    }
    // Links within a text may be as high as its lines, and what skips the header is for keys.
    for (const target of document.querySelectorAll<HTMLElement>('a:not([href="#content"]), button, label:has(input)')) {
      if (!target.checkVisibility(seen) || getComputedStyle(target).display === 'inline') continue;
      const { offsetHeight, ariaLabel, innerText } = target;
      if (offsetHeight < 44) faults.push(`is too low for a finger, with ${offsetHeight} px: ${ariaLabel ?? innerText}`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      if (!field.checkVisibility(seen)) continue;
      const named = field.getAttribute('aria-invalid') === 'true' && !field.getAttribute('aria-describedby');
      if (named) faults.push(`says not by aria-describedby what is wrong with ${field.labels?.[0]?.innerText}`);
      if (field.type === 'password' && !field.autocomplete) faults.push('has a password without autocomplete');
    }
    return faults;
  }, language);
}

/** The text spacing that readers may set. Source: WCAG 2.2, 1.4.12 */
export const spacedText =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Lays out content that otherwise is laid out only when scrolled near. */
export const allLaidOut = '* { content-visibility: visible !important }';

export function addStyle(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Removes the style sheet that was added last. */
export function removeStyle(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
}
