import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { levelDat, worldArchive } from '@realmkeep/testkit/own-worlds';
import { becomes } from '@realmkeep/testkit/becomes';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf } from '@realmkeep/testkit/product';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { blockName, joinRealm } from './game-client.ts';
import { passing } from './passing.ts';
import { keepTokens, logIn, register } from '@realmkeep/testkit/people';

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterEach(() => context.close());

afterAll(async () => {
  await closePages(browser);
});

/** Opens the first step of creating a realm as a new player of the tier. */
async function choosesWorld(nickname: string, tier: 'GHAST' | 'DRAGON'): Promise<Page> {
  await register(url, nickname);
  await runSql(await databaseOf(place), 'update users set tier = $1 where nickname = $2', [tier, nickname]);
  const tokens = await logIn(url, nickname);
  context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await keepTokens(page, url, tokens);
  await page.goto(`${url}/realm/create`);
  await page.getByRole('heading', { name: 'Your own worlds' }).waitFor();
  return page;
}

/** The game's map colours, at the brightness of level land. */
const [grass, gold] = ['109 153 48', '215 205 66'];

const shownWidths = (map: Locator) =>
  map.locator('img').evaluateAll((images) => images.map((image) => Math.round(image.getBoundingClientRect().width)));

/** The colours nearest to the middle of the map's picture, without transparent pixels. */
async function coloursOf(map: Locator): Promise<string[]> {
  const image = map.locator('img[src^="data:"]').first();
  await image.waitFor();
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = new OffscreenCanvas(element.naturalWidth, element.naturalHeight);
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(element, 0, 0);
    const points = drawing?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set<string>();
    for (let at = 0; at < points.length; at += 4) {
      if (points[at + 3] !== 0) colours.add(`${points[at]} ${points[at + 1]} ${points[at + 2]}`);
    }
    return [...colours];
  });
}

/** An archive larger than one piece, because of a file that is not part of the world. */
const archive = async (files = {}) => ({
  name: 'Old Castle.zip',
  mimeType: 'application/zip',
  buffer: await worldArchive({ 'My World/pictures.bin': randomBytes(2_500_000), ...files }),
});

test('a lower tier is told from which on worlds can be brought along, and where that is to be had', async () => {
  const page = await choosesWorld('Worlds_ghast', 'GHAST');
  await page.getByText('Uploading your own worlds is part of the Dragon plan.').waitFor();
  expect(await page.getByText('Choose an archive').count()).toBe(0);
  await page.getByRole('region', { name: 'Your own worlds' }).getByRole('link').click();
  await page.waitForURL('**/shop?category=PRIVILEGES');
});

test('a world is uploaded through breaks of the connection, and players build in a copy of it', async () => {
  const page = await choosesWorld('Worlds_dragon', 'DRAGON');
  const choose = page.getByLabel('Choose an archive');
  const send = page.getByRole('button', { name: 'Upload', exact: true });

  await choose.setInputFiles(await archive({ 'My World/level.dat': levelDat(3700) }));
  await send.click();
  for (const place of ['main', '[data-toast]']) {
    await page.locator(place).getByText('The world, or part of it, is from version 1.20.4.').waitFor();
  }

  // The answer to the second piece is lost, and the third cannot connect.
  const next = Promise.withResolvers<void>();
  let pieces = 0;
  await page.route('**/api/upload/*?offset=*', async (route) => {
    pieces += 1;
    if (pieces === 2) await route.fetch();
    if (pieces === 2 || pieces === 4) return route.abort('connectionreset');
    if (pieces === 5) await next.promise;
    return route.continue();
  });
  await choose.setInputFiles(await archive());
  await page.getByLabel('Name of the world').fill('The old castle');
  const lost = await passing(page, 'main', 'Connection lost.');
  await Promise.all([lost(), send.click()]);
  // It goes on while the next step is looked at.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').waitFor();
  next.resolve();
  await page.locator('[data-toast]').getByText('The world has been added').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  const tile = page.getByRole('radio', { name: 'The old castle' });
  await tile.waitFor();
  await becomes(() => tile.isChecked()).toBe(true);
  expect(pieces).toBeGreaterThan(4);
  expect(await coloursOf(page.getByRole('listitem').filter({ has: tile }))).toEqual([gold]);

  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').fill('Old Castle');
  await page.getByRole('textbox', { name: 'Address' }).fill('old-castle');
  await page.getByRole('button', { name: 'Create server' }).click();
  await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
  const bot = await joinRealm(place.gamePort, 'old-castle.localhost', 'Worlds_guest');
  expect(blockName(bot, bot.entity.position.floored().offset(0, -1, 0))).toBe('gold_block');
  bot.end();
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('link', { name: 'World' }).click();
  expect(await coloursOf(page.getByRole('group', { name: 'Map of the world' }))).toContain(gold);

  await page.goto(`${url}/account`);
  expect(await coloursOf(page.getByRole('article', { name: 'Old Castle' }))).toEqual([gold]);
  await page.goto(`${url}/realm/create`);
  await page.getByRole('button', { name: 'Delete “The old castle”?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await tile.waitFor({ state: 'detached' });
});

/** Neither the wheel nor a finger stays at a map that was only on the way. */
async function scrollsPast(page: Page, map: Locator): Promise<void> {
  await map.blur();
  const width = async () => (await shownWidths(map))[0];
  const before = await width();
  const scrolled = () => page.evaluate(() => scrollY);
  await map.hover();
  const start = await scrolled();
  await page.mouse.wheel(0, 50);
  await becomes(scrolled).toBeGreaterThan(start);
  const cdp = await page.context().newCDPSession(page);
  const { x = 0, y = 0 } = (await map.boundingBox()) ?? {};
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...downs: number[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: downs.map((down) => ({ x: x + 99, y: y + down })) });
  const low = await scrolled();
  await touch('touchStart', 20);
  for (const down of [40, 60, 80]) await touch('touchMove', down);
  await touch('touchEnd');
  await becomes(scrolled).toBeLessThan(low);
  expect(await width()).toBe(before);
  await map.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await becomes(width).not.toBe(before);
}

test('whoever wants no land gets it flat, or of a seed, by looking for more', async () => {
  const page = await choosesWorld('Worlds_flat', 'GHAST');
  await page.getByRole('button', { name: 'More about the world' }).click();
  const made = page.getByLabel('What it is made of');
  await page.getByLabel('Seed').fill('castle');
  await made.selectOption('Flat');
  await page.getByLabel('Seed').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').fill('Flat Land');
  await page.getByRole('textbox', { name: 'Address' }).fill('flat-land');
  await page.getByRole('button', { name: 'Create server' }).click();
  await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
  const bot = await joinRealm(place.gamePort, 'flat-land.localhost', 'Flat_guest');
  const under = (x: number, y: number, z: number) => blockName(bot, bot.entity.position.floored().offset(x, y, z));
  expect([under(0, -1, 0), under(0, -2, 0), under(9, -1, -20), under(9, 0, -20)]).toEqual([
    'grass_block',
    'dirt',
    'grass_block',
    'air',
  ]);
  bot.end();
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('link', { name: 'World' }).click();
  await page.getByRole('region', { name: 'This world' }).getByText('Flat', { exact: true }).waitFor();

  const map = page.getByRole('group', { name: 'Map of the world' });
  expect(await coloursOf(map)).toEqual([grass]);
  const [width] = await shownWidths(map);
  await map.press('+');
  await becomes(() => shownWidths(map)).toContain((width ?? 0) * 2);
  await map.press('Home');
  await page.getByText('X 0, Z 0', { exact: true }).waitFor();
  await map.press('ArrowRight');
  await page.getByText('X 32, Z 0', { exact: true }).waitFor();
  await scrollsPast(page, map);
});
