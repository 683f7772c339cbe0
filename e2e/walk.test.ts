import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { type Look, walk } from './walk.ts';
import { startWalkWorld, type WalkWorld } from './walk-people.ts';

/**
 * Every page and each of its states is usable in one way, and every page once in each other language, theme and width;
 * `npm run pictures` goes through all of it in each.
 */

// Of visitors who have asked for less motion: what moves takes long to draw.
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
