import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { type Look, walk } from './walk.ts';
import { startWalkWorld, type WalkWorld } from './walk-people.ts';

/**
 * Every page is usable in each of its states in one look, and in its plain state in the other languages, themes and widths;
 * `npm run pictures` goes through all states in all looks.
 */

// With reduced motion, because animations take long to draw.
const usual: Look = { language: 'en', theme: 'light', width: 1440, still: true };
const looks: Look[] = [
  usual,
  // The longest words on the narrowest screen.
  { language: 'ru', theme: 'dark', width: 360, still: true },
  { language: 'pl', theme: 'light', width: 820, still: true },
];

let world: WalkWorld;
let browser: Browser;

beforeAll(async () => {
  world = await startWalkWorld(looks.length);
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
  await world.stop();
});

test.each(looks.map((look, session) => ({ look, session })))(
  'the pages in $look.language, $look.theme, at $look.width pixels',
  async ({ look, session }) => {
    const coloursSeen = looks.slice(0, session).some(({ theme }) => theme === look.theme);
    expect(await walk({ world, browser, look, session, plain: look !== usual, coloursSeen })).toEqual([]);
  },
);
