import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type axe from 'axe-core';
import type { Language } from '@realmkeep/contract/languages';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { type View, viewsOf, wordsOf } from './walk-pages.ts';
import type { WalkWorld, Who } from './walk-people.ts';
import { addStyle, allLaidOut, readPage, removeStyle, spacedText, watchShifts } from './walk-readings.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Opens every page in one look, and reports what is wrong with it. */

export interface Look {
  language: Language;
  theme: 'light' | 'dark';
  width: number;
  /** Whether the visitor prefers reduced motion. */
  still?: boolean;
  /** Whether layout shifts are faults: only reliable on an otherwise idle machine. */
  steady?: boolean;
}

interface Walk {
  world: WalkWorld;
  browser: Browser;
  look: Look;
  /** The index of this walk's sessions. */
  session: number;
  /** The folder for pictures; without it none are taken. */
  folder?: string;
  /** Only each page's plain state. */
  plain?: boolean;
  /** Whether another walk of the same theme checks these pages' colours, which takes half of axe's time. */
  coloursSeen?: boolean;
}

const atOnce = 2;
const height = 900;
const maxShift = 0.02;
/** The minified form, because it is sent to each page that is loaded. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** No page may need horizontal scrolling at this width. Source: WCAG 2.2, 1.4.10 */
const narrowest = 320;

/** @returns a line for each fault, which begins with the page and its state */
export async function walk({
  world,
  browser,
  look,
  session,
  folder,
  plain = false,
  coloursSeen = false,
}: Walk): Promise<string[]> {
  // A visitor's views one after another in one tab, which keeps the scripts compiled.
  const views = viewsOf(world)
    .filter(({ name }) => !plain || name === undefined)
    .toSorted((one, other) => one.as.localeCompare(other.as));
  const faults: string[] = [];
  const titles = new Map<string, string>();
  // Shared by both workers: a session refreshed by two browsers counts as stolen.
  const contexts = new Map<Who, Promise<BrowserContext>>();
  const walkOn = async () => {
    let tab: { as: Who; page: Page; shown?: View } | undefined;
    for (let view = views.shift(); view; view = views.shift()) {
      if (tab?.as !== view.as) {
        await tab?.page.close();
        const context = contexts.get(view.as) ?? openContext(browser, world, look, session, view.as);
        contexts.set(view.as, context);
        tab = { as: view.as, page: await (await context).newPage() };
      }
      const name = `${view.path}${view.name ? ` (${view.name})` : ''}`;
      // Follows a link where the last view has left nothing behind. Layout shifts are measured on page loads.
      const { shown } = tab;
      const isLeft = shown && shown.path !== view.path && !shown.act && !shown.before && !view.before;
      const open = isLeft && !look.steady ? goOn : load;
      tab.shown = view;
      const found = await visit(tab.page, world, view, look, { open, folder, coloursSeen }).catch((error: unknown) => [
        String(error),
      ]);
      faults.push(...found.filter((line) => !line.startsWith('title: ')).map((line) => `${name}: ${line}`));
      const title = found.find((line) => line.startsWith('title: '));
      const other = title && titles.get(title);
      if (other !== undefined && other !== view.path) faults.push(`${name}: has the title of ${other}`);
      if (title && !titles.has(title)) titles.set(title, view.path);
    }
  };
  // With two pages at once, Chromium without a graphics card may redraw one of them over and over, and no picture can be taken.
  await Promise.all(Array.from({ length: folder === undefined ? atOnce : 1 }, walkOn));
  for (const context of contexts.values()) await (await context).close();
  return faults.toSorted();
}

async function openContext(
  browser: Browser,
  { url, tokens }: WalkWorld,
  { language, theme, width, still }: Look,
  session: number,
  who: Who,
): Promise<BrowserContext> {
  const kept: Record<string, string> = who === 'visitor' ? {} : (tokens[who][session] ?? {});
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: still ? 'reduce' : 'no-preference',
    storageState: {
      cookies: [
        {
          name: 'locale',
          value: language,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: url, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
    },
  });
  await context.addInitScript(watchShifts);
  return context;
}

async function visit(
  page: Page,
  { url }: WalkWorld,
  view: View,
  look: Look,
  { open, folder, coloursSeen }: { open: typeof load; folder: string | undefined; coloursSeen: boolean },
): Promise<string[]> {
  const faults: string[] = [];
  const onError = ({ message }: Error) => void faults.push(`error: ${message}`);
  const onConsole = (message: ConsoleMessage) => {
    // The page itself reports failed calls; the browser's own line about them is no fault.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  };
  page.on('pageerror', onError);
  page.on('console', onConsole);
  try {
    await page.setViewportSize({ width: look.width, height });
    await view.before?.(page);
    await open(page, `${url}${view.path}${view.search ?? ''}`);
    await settle(page);
    // Before a dialog is opened: Playwright hides the scrollbar, but a dialog reserves room for it.
    if (look.steady) faults.push(...(await shifts(page)));
    await view.act?.(page, await wordsOf(look.language));
    await settle(page);
    faults.push(...(await readPage(page, look.language)));
    if (look.still) faults.push(...(await movements(page)));
    if (folder !== undefined) await takePicture(page, view, look, folder);
    faults.push(...(await violations(page, !coloursSeen)), ...(await reflow(page, look)));
  } finally {
    page.off('pageerror', onError);
    page.off('console', onConsole);
    await page.unrouteAll();
  }
  return faults;
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(addStyle, allLaidOut);
}

/** Navigates as a link does, which keeps the document and its scripts. The focus moves to the new content. */
async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState({}, '', to);
  }, address);
  await page.waitForFunction(() => document.activeElement?.closest('main'));
}

/** Waits until everything has loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .animate-shimmer') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function violations(page: Page, colours: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const rules = { 'color-contrast': { enabled: colours } };
  const found = await page.evaluate(
    async (asked) => {
      // The selectors of elements that pass are not needed.
      const { violations: all } = await window.axe.run({ ...asked, resultTypes: ['violations'] });
      return all;
    },
    { runOnly: tags, rules },
  );
  return found.map(
    ({ id, help, nodes }) => `axe ${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

async function shifts(page: Page): Promise<string[]> {
  const { far, what } = await page.evaluate(() => ({ far: window.layoutShift, what: window.shifted.join(', ') }));
  return far > maxShift ? [`moves by ${far.toFixed(3)}: ${what}`] : [];
}

async function movements(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 10)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
  );
  return names.map((name) => `moves though motion is not wanted: ${name}`);
}

/** Checks the narrowest screen, a page zoomed to 200 %, and the text spacing of WCAG 1.4.12. */
async function reflow(page: Page, { width }: Look): Promise<string[]> {
  const faults: string[] = [];
  const check = async (how: string) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`is ${over} px too wide ${how}`);
  };
  await check(`at ${width}`);
  const half = Math.max(narrowest, Math.round(width / 2));
  if (half !== width) await page.setViewportSize({ width: half, height: 450 });
  await page.evaluate(addStyle, spacedText);
  await check(`at ${half} with text spaced out`);
  await page.evaluate(removeStyle);
  return faults;
}

async function takePicture(page: Page, view: View, { language, theme, width }: Look, folder: string): Promise<void> {
  const name = `${view.path.slice(1).replaceAll('/', '-') || 'home'}${view.name ? `-${view.name}` : ''}`;
  const path = join(folder, `${language}-${theme}-${width}`, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  // A dialog covers the visible part; the rest of the page is hidden behind it.
  await page.screenshot({ path, fullPage: (await page.getByRole('dialog').count()) === 0 });
}
