import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Look, walk } from './walk.ts';
import { startWalkWorld, type WalkWorld } from './walk-people.ts';

/** Every page of the product, and each of its states, is usable in one of these ways; `npm run pictures` goes through all of it in each. */

const looks: Look[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'ru', theme: 'dark', width: 360, still: true },
  { language: 'pl', theme: 'light', width: 320 },
];

let world: WalkWorld;
let browser: Browser;

beforeAll(async () => {
  world = await startWalkWorld(looks.length);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await world.stop();
});

test.each(looks.map((look, session) => ({ look, session })))(
  'a third of the pages in $look.language, $look.theme, at $look.width pixels',
  async ({ look, session }) => {
    expect(await walk({ world, browser, look, session, sharedBy: looks.length })).toEqual([]);
  },
);
