import { appendFileSync, existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from '@realmkeep/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interrupt, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { watchAnnouncements } from './keyboard-focus.ts';
import { createRealm, keepTokens, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** A realm's files in a browser: what the page does ends up in the realm's own folder, owned by the realm's user. */

let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
let id: string;
let token: string;
/** The browser's complaints, such as about a style that the content security policy blocks. */
const complaints: string[] = [];

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  browser = await launchBrowser();
  await product.started;
  await register(product.url, 'Archivist');
  const tokens = await logIn(product.url, 'Archivist');
  ({ token } = tokens);
  id = await createRealm(product.url, tokens.token, 'shelf');
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(watchAnnouncements);
  page = await context.newPage();
  page.on('console', (message) => {
    // The page itself reports a failed call, and retries it.
    const isOfCall = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfCall) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await keepTokens(page, product.url, tokens);
  await page.goto(`${product.url}/realm/details?id=${id}`);
  await page.getByText('Running', { exact: true }).waitFor();
});

afterAll(async () => {
  await browser.close();
  await endProduct(product, place);
});

const onDisk = (path: string) => join(place.dataDir, 'realms', id, path);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

/** Drops files and folders on the table of the folder, as a file manager does. */
async function drop(files: string[]): Promise<void> {
  const box = await button('big.bin').boundingBox();
  if (!box) throw new Error('the table is not shown');
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: box.x, y: box.y, data });
  }
  await devTools.detach();
}

test('files are uploaded, edited, moved, downloaded and deleted', async () => {
  await page.getByRole('link', { name: 'File manager' }).click();
  await button('config').click();
  await page.getByText('This folder is empty').waitFor();
  const map = Buffer.alloc(2_500_000, 'map ');
  const folder = dirname(place.dataDir);
  await writeFile(join(folder, 'big.bin'), map);
  await writeFile(join(folder, 'server.properties'), 'motd=hello\n');
  await page.locator('input[type=file]').setInputFiles(join(folder, 'big.bin'));
  await button('big.bin').waitFor();
  // A folder that is dropped beside a file is refused, and the file is uploaded.
  await mkdir(join(folder, 'skins'));
  await drop([join(folder, 'skins'), join(folder, 'server.properties')]);
  await page.getByText('Folders cannot be uploaded.').waitFor();
  await button('server.properties').waitFor();
  expect(map.equals(await readFile(onDisk('config/big.bin')))).toBe(true);
  // Owned by the realm's user, not the api's.
  expect((await stat(onDisk('config/big.bin'))).uid).toBe((await stat(onDisk(''))).uid);

  // What is being uploaded goes on while a file is open.
  const opened = Promise.withResolvers<void>();
  await page.route('**/api/upload/*?offset=0', (route) => opened.promise.then(() => route.continue()));
  await writeFile(join(folder, 'late.txt'), 'late');
  await page.locator('input[type=file]').setInputFiles(join(folder, 'late.txt'));
  await button('server.properties').click();
  const text = page.getByRole('textbox', { name: 'Text of server.properties' });
  await text.click();
  opened.resolve();
  await becomes(() => existsSync(onDisk('config/late.txt'))).toBe(true);
  await page.unrouteAll();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('pvp=false');
  // It is highlighted, by a style that the content security policy allows.
  const colour = await text.getByText('motd', { exact: true }).evaluate((word) => getComputedStyle(word).color);
  expect(colour).not.toBe(await text.evaluate((whole) => getComputedStyle(whole).color));
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await readFile(onDisk('config/server.properties'), 'utf8')).toBe('motd=hello\npvp=false');

  // An answer that was lost is not taken for a change by somebody else.
  const saving = '**/api/realm/files/*/text?*';
  await page.route(saving, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await page.keyboard.type('!');
  await button('Save').click();
  await page.getByText('Network Error').first().waitFor();
  await button('Save').click();
  await becomes(() => button('Save').isDisabled()).toBe(true);
  expect(await readFile(onDisk('config/server.properties'), 'utf8')).toBe('motd=hello\npvp=false!');

  // A change by somebody else is not overwritten.
  appendFileSync(onDisk('config/server.properties'), '\nslots=3');
  await text.click();
  await page.keyboard.type('# mine');
  await button('Save').click();
  await page.getByText('Nothing was overwritten').waitFor();
  expect(await readFile(onDisk('config/server.properties'), 'utf8')).toContain('slots=3');
  await page.getByRole('link', { name: 'Back to the folder' }).click();
  await dialog().getByRole('button', { name: 'Leave' }).click();

  await button('New folder').click();
  await dialog().getByLabel('Name').fill('a/b');
  await dialog().getByRole('button', { name: 'OK' }).click();
  await dialog().getByText('A name cannot contain').waitFor();
  await dialog().getByLabel('Name').fill('old');
  await dialog().getByRole('button', { name: 'OK' }).click();
  await button('old').waitFor();
  await page.getByRole('checkbox', { name: 'Select big.bin' }).check();
  const downloading = page.waitForEvent('download');
  await button('Download').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('big.bin');
  expect(map.equals(await readFile(await download.path()))).toBe(true);
  await button('Archive').click();
  await dialog().getByLabel('Name').fill('kept.zip');
  await dialog().getByRole('button', { name: 'OK' }).click();
  await button('kept.zip').waitFor();
  await page.getByRole('checkbox', { name: 'Select kept.zip' }).check();
  await button('Extract').click();
  await dialog().getByRole('button', { name: 'OK' }).click();
  await button('kept').waitFor();
  expect(map.equals(await readFile(onDisk('config/kept/big.bin')))).toBe(true);
  expect((await stat(onDisk('config/kept/big.bin'))).uid).toBe((await stat(onDisk(''))).uid);
  await button('Close').click();
  await page.getByRole('checkbox', { name: 'Select big.bin' }).check();
  await button('Move').click();
  await dialog().getByLabel('To this folder').fill('config/old');
  await dialog().getByRole('button', { name: 'OK' }).click();
  await button('big.bin').waitFor({ state: 'detached' });
  expect((await stat(onDisk('config/old/big.bin'))).size).toBe(map.length);

  // By keyboard: an arrow key moves on, Enter opens.
  await button('old').focus();
  await page.keyboard.press('ArrowDown');
  await becomes(() => button('kept.zip').evaluate((name) => name === document.activeElement)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  // The row that had the focus is gone.
  await becomes(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await button('big.bin').waitFor();
  await page.getByRole('link', { name: 'config', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Delete').click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This folder is empty').waitFor();
  await expect(stat(onDisk('config/old'))).rejects.toThrow('ENOENT');

  // The world of a running realm cannot be changed.
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await button('world').click();
  await button('New folder').click();
  await dialog().getByLabel('Name').fill('mine');
  await dialog().getByRole('button', { name: 'OK' }).click();
  await page.getByText('Stop the server first').first().waitFor();
  // The page asks before it drops what was typed.
  for (const _ of ['asked', 'closed']) await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 320, height: 640 });
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(complaints).toEqual([]);
});

test('many files are sent from the page of uploads, and one that was interrupted goes on from another browser', async () => {
  const map = Buffer.alloc(2_500_000, 'piece ');
  const folder = dirname(place.dataDir);
  await writeFile(join(folder, 'half.bin'), map);
  await writeFile(join(folder, 'one.txt'), 'one');
  await writeFile(join(folder, 'two.txt'), 'two');
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const purpose = { kind: 'FILE' as const, realmId: id, path: 'plugins/half.bin' };
  const begun = await client.uploadStart({ body: { name: 'half.bin', size: map.length, purpose } });
  const bytes = new Uint8Array(map.subarray(0, 1024 * 1024));
  await client.uploadAppend({ params: { id: begun.id }, query: { offset: 0 }, bytes });

  await page.goto(`${product.url}/realm/uploads?id=${id}`);
  await page.getByRole('heading', { name: 'Waiting to resume' }).waitFor();
  await page.getByLabel('To this folder').fill('plugins//old');
  await page.getByText('Type the path of a folder first').waitFor();
  await page.getByLabel('To this folder').fill('plugins');
  const choosing = page.waitForEvent('filechooser');
  await button('Resume: plugins/half.bin').click();
  await (await choosing).setFiles(join(folder, 'half.bin'));
  await page.getByLabel('Choose files').setInputFiles([join(folder, 'one.txt'), join(folder, 'two.txt')]);
  const finished = page.getByRole('region', { name: 'Recently finished' });
  for (const path of ['plugins/half.bin', 'plugins/one.txt', 'plugins/two.txt']) {
    await finished.getByText(path, { exact: true }).waitFor();
  }
  expect(map.equals(await readFile(onDisk('plugins/half.bin')))).toBe(true);
  expect(await readFile(onDisk('plugins/two.txt'), 'utf8')).toBe('two');
  const ends = () => page.evaluate(() => window.announced.filter((told) => told.includes('have been uploaded')));
  await becomes(ends).toEqual(['3 files have been uploaded.']);
  // One that is there already is replaced only if that is asked for.
  await writeFile(join(folder, 'two.txt'), 'another two');
  await page.getByLabel('Choose files').setInputFiles(join(folder, 'two.txt'));
  const replace = button('Replace: plugins/two.txt');
  await replace.waitFor();
  expect(await readFile(onDisk('plugins/two.txt'), 'utf8')).toBe('two');
  await replace.click();
  await replace.waitFor({ state: 'detached' });
  await becomes(() => readFile(onDisk('plugins/two.txt'), 'utf8')).toBe('another two');
  // It was resumed, not uploaded a second time.
  await expect(client.uploadStatus({ params: { id: begun.id } })).rejects.toMatchObject({ code: 'upload_unknown' });
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('an upload that meets the limit of calls at its end is kept, and goes on without being sent again', async () => {
  const limits = ['--require-chat-link', 'false', '--requests-per-minute'];
  const restart = async (perMinute: string) => {
    interrupt(product);
    await product.ended;
    product = startProduct(place, [...limits, perMinute]);
    await product.started;
    const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
    await becomes(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');
  };
  await restart('200');
  await page.goto(`${product.url}/realm/uploads?id=${id}`);
  await page.route('**/realm/uploads/*', async (route) => {
    if (route.request().method() === 'POST') {
      // Each api counts separately: only a run of refusals means that all of them refuse.
      await page.evaluate(async () => {
        for (let refused = 0; refused < 20;) {
          refused = (await fetch('/api/site/config')).status === 429 ? refused + 1 : 0;
        }
      });
    }
    await route.continue();
  });
  const buffer = Buffer.alloc(2_500_000, 'late ');
  const late = { name: 'late.bin', mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('Choose files').setInputFiles(late);
  await page.getByText('Too many requests').first().waitFor();
  await page.unroute('**/realm/uploads/*');
  await restart('100000');
  let pieces = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/upload/') && request.method() === 'PATCH') pieces += 1;
  });
  await button('Resume: plugins/late.bin').click();
  await page
    .getByRole('region', { name: 'Recently finished' })
    .getByText('plugins/late.bin', { exact: true })
    .waitFor();
  expect(buffer.equals(await readFile(onDisk('plugins/late.bin')))).toBe(true);
  expect(pieces).toBe(0);
});
