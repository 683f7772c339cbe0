import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Look, walk } from './walk.ts';
import { startWalkWorld, type WalkWorld } from './walk-people.ts';

/**
 * Every page and each of its states is usable in one way, and every page in those that differ from it by language, theme or width;
 * `npm run pictures` goes through all of it in each.
 */

const usual: Look = { language: 'en', theme: 'light', width: 1440 };
const looks: Look[] = [
  usual,
  { ...usual, language: 'ru' },
  { ...usual, language: 'pl' },
  { ...usual, theme: 'dark', still: true },
  { ...usual, width: 820 },
  { ...usual, width: 360 },
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
  'the pages in $look.language, $look.theme, at $look.width pixels',
  async ({ look, session }) => {
    expect(await walk({ world, browser, look, session, plain: look !== usual })).toEqual([]);
  },
);
