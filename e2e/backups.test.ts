import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { createClient } from '@realmkeep/contract';
import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPid, killApi } from '@realmkeep/testkit/children';
import { commandOf, databaseOf, type Place, processesOf, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { blockName, dig, groundAround, joinWhenUp, type Position, sentOff } from './game-client.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { watchAnnouncements } from './keyboard-focus.ts';
import { createRealm, keepTokens, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { gateSteps } from './step-gates.ts';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** A world is backed up while somebody builds in it, wrecked, and restored; nothing is lost when processes are killed in the meantime. */

let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
let token: string;
let realmId: string;
/** The blocks that are dug before and after the backup. */
let before: Position;
let after: Position;

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  browser = await launchBrowser();
  await product.started;
  await register(product.url, 'Keeper_1');
  const tokens = await logIn(product.url, 'Keeper_1');
  ({ token } = tokens);
  // A tier with room for another realm.
  await runSql(await databaseOf(place), 'update users set tier = $1 where nickname = $2', ['GHAST', 'Keeper_1']);
  realmId = await createRealm(product.url, token, 'kept');
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 640 } });
  await context.addInitScript(watchAnnouncements);
  page = await context.newPage();
  await keepTokens(page, product.url, tokens);
});

afterAll(async () => {
  await browser.close();
  await endProduct(product, place);
});

const joinAs = (nickname: string, address = 'kept') => joinWhenUp(place.gamePort, `${address}.localhost`, nickname);

async function digAway(bot: Bot, at: Position): Promise<void> {
  dig(bot, at);
  await becomes(() => blockName(bot, at)).toBe('air');
}

/** What a player who joins now sees at the two places. */
async function seen(nickname: string, address = 'kept'): Promise<[string, string]> {
  const bot = await joinAs(nickname, address);
  const blocks: [string, string] = [blockName(bot, before), blockName(bot, after)];
  bot.end();
  return blocks;
}

/** Screen readers announce it exactly once. */
const isToldOnce = (words: string) =>
  becomes(() => page.evaluate((told) => window.announced.filter((heard) => heard.includes(told)).length, words)).toBe(
    1,
  );

test('on a narrow screen a running world is backed up, downloaded, wrecked and restored', async () => {
  const bot = await joinAs('Digger');
  const [one, two] = groundAround(bot, 2);
  if (!one || !two) throw new Error('no ground');
  [before, after] = [one, two];
  await digAway(bot, before);

  await page.goto(`${product.url}/realm/backups?id=${realmId}`);
  await page.getByText('No backup yet').waitFor();
  await page.getByRole('button', { name: 'Back up now' }).press('Enter');
  await page.getByText('Checked and ready').waitFor();
  await isToldOnce('Checked and ready');
  await page.getByText('You can make the next backup at').waitFor();
  await becomes(() => page.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // Nobody was disconnected for it.
  await digAway(bot, after);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^kept-[\dT-]+\.tar\.zst$/);
  const archive = zstdDecompressSync(await readFile(await file.path())).toString('latin1');
  expect(archive).toMatch(/world\/region\/r\.-?\d\.-?\d\.mca/);
  expect(archive).toContain('manifest.json');

  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByText('will be lost').waitFor();
  const off = sentOff(bot);
  await page.getByRole('button', { name: 'Restore this backup' }).click();
  await page.getByText('The world was restored.').waitFor();
  await isToldOnce('The world was restored.');
  // The progress is not announced, only shown.
  expect(await page.evaluate(() => window.announced.filter((words) => words.includes('%')))).toEqual([]);
  await off;
  await expect(seen('Looker')).resolves.toEqual(['air', expect.not.stringMatching(/^air$/)]);
});

test('on a narrow screen a backup becomes a new realm, though the api is killed meanwhile, and the old one is not touched', async () => {
  const bot = await joinAs('Wrecker');
  await digAway(bot, after);
  bot.end();
  await page.getByRole('button', { name: 'As a new server' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create the server' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second Castle');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('kept');
  await dialog.getByText('taken').waitFor();
  // The attempt is refused, and the text stays in the field.
  await create.click();
  await page
    .locator('[data-toast]')
    .getByText(/already/)
    .waitFor();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('second');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await create.click();
  await page.getByText('New server: Second Castle').waitFor();
  // The page may receive the change before the call is answered.
  await dialog.waitFor({ state: 'detached' });
  process.kill(await apiPid(place), 'SIGKILL');
  await page.getByRole('link', { name: 'Go to Second Castle' }).click();
  await page.getByRole('heading', { name: 'Second Castle' }).waitFor();

  await expect(seen('Looker', 'second')).resolves.toEqual(['air', expect.not.stringMatching(/^air$/)]);
  await expect(seen('Looker')).resolves.toEqual(['air', 'air']);
});

function pidOf(program: string): number {
  const found = processesOf(place.dataDir).find((pid) => {
    const words = commandOf(pid);
    return words.includes(program) && words.includes(realmId) && !words.startsWith('/bin/sh');
  });
  return Number(found ?? 0);
}

const victims = {
  fileAgent: () => pidOf('file-agent.cjs'),
  realm: () => pidOf('realm-server.cjs'),
};

test.each([
  { victim: 'fileAgent', state: 'CHECKING' },
  { victim: 'realm', state: 'STOPPING' },
] as const)('a kill -9 of the $victim in the state $state: the world is the one or the other, whole', async (kill) => {
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const restoring = async () => (await client.realmBackups({ params: { id: realmId } })).restore?.state;
  const bot = await joinAs('Wrecker');
  await digAway(bot, after);
  bot.end();
  const { backups } = await client.realmBackups({ params: { id: realmId } });
  await client.realmBackupRestore({ params: { id: realmId, backupId: backups[0]?.id ?? '' } });

  // The state may be over before it is seen: then the kill comes a little later, which is just as good.
  const order = ['CHECKING', 'STOPPING', 'STARTING', 'DONE'];
  await expect
    .poll(async () => order.indexOf((await restoring()) ?? ''), { timeout: 50_000, interval: 5 })
    .toBeGreaterThanOrEqual(order.indexOf(kill.state));
  const pid = victims[kill.victim]();
  if (pid > 0) process.kill(pid, 'SIGKILL');

  await becomes(() => restoring().catch(() => null)).toMatch(/DONE|FAILED/);
  const [first, second] = await seen('Looker');
  expect(first).toBe('air');
  expect(second === 'air').toBe((await restoring()) === 'FAILED');
  expect((await client.realmBackups({ params: { id: realmId } })).backups).toMatchObject([{ state: 'READY' }]);
});

test('a kill -9 of the api between any two steps of a restore and a backup: each is done once, and whole', async () => {
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const see = () => client.realmBackups({ params: { id: realmId } });
  const database = await databaseOf(place);
  const bot = await joinAs('Wrecker');
  await digAway(bot, after);
  bot.end();
  const { backups } = await see();
  {
    await using gates = await gateSteps(database, 'restores');
    await gates.close(['STOPPING', 'STARTING', 'DONE']);
    await client.realmBackupRestore({ params: { id: realmId, backupId: backups[0]?.id ?? '' } });
    await gates.killAtEach(['STOPPING', 'STARTING', 'DONE'], () => killApi(place));
    await becomes(async () => (await see().catch(() => null))?.restore?.state).toBe('DONE');
  }
  await expect(seen('Looker')).resolves.toEqual(['air', expect.not.stringMatching(/^air$/)]);

  // Ends the pause between two backups.
  await runSql(database, 'update realms set backed_up_at = null where id = $1', [realmId]);
  await using gates = await gateSteps(database, 'backups');
  await gates.close(['VERIFYING', 'READY']);
  await client.realmBackupCreate({ params: { id: realmId } });
  await gates.killAtEach(['VERIFYING', 'READY'], () => killApi(place));
  await becomes(async () => (await see().catch(() => null))?.backups.map(({ state }) => state)).toEqual([
    'READY',
    'READY',
  ]);
});
