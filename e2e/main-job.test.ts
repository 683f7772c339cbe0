import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPid, childrenOf } from '@realmkeep/testkit/children';
import { ownHost } from '@realmkeep/testkit/config';
import { commandOf, interrupt, processesOf, type Product, startProduct, type Place } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { linkChat } from '@realmkeep/testkit/people';
import { blockName, dig, groundAround, joinWhenUp, type Position, sentOff, startClient } from './game-client.ts';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/**
 * The product's main job, from the first page to the last block: one installation, one visitor, one step after another. How long players wait after
 * a kill is measured by `node bench/chaos.ts`.
 */

const nickname = 'Founder_1';
const password = 'a good password';
const host = 'castle.localhost';

let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
const faults: string[] = [];
const bots: Bot[] = [];

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place);
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  page.on('pageerror', (fault) => faults.push(fault.message));
  page.on('console', (message) => {
    // When a page cannot reach its api it tells people, and the browser writes to the console.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) {
      faults.push(message.text());
    }
  });
  await product.started;
});

afterAll(async () => {
  for (const bot of bots) bot.end();
  await browser.close();
  await endProduct(product, place);
});

const url = (path: string) => `http://127.0.0.1:${place.port}${path}`;

async function joinAs(name: string, address?: string): Promise<Bot> {
  const bot = await joinWhenUp(place.gamePort, host, name, address);
  bots.push(bot);
  return bot;
}

interface Control {
  pid: number;
  lease: number;
}

/** The folder of the only realm. */
async function realmFolder(): Promise<string> {
  const realms = join(place.dataDir, 'realms');
  const id = (await readdir(realms)).find((name) => /^[0-9a-f-]{36}$/.test(name));
  return join(realms, id ?? 'none');
}

async function realmProcess(): Promise<Control> {
  const id = basename(await realmFolder());
  const [pid = 0, lease = 0] = (await readFile(join(place.dataDir, 'realms/.driver', id, 'run'), 'utf8'))
    .split(' ')
    .map(Number);
  return { pid, lease };
}

function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const status = () =>
  page
    .locator('main')
    .getByText(/^(Off|Queued|Starting|Running|Stopping|Crashed)$/)
    .first()
    .innerText();
const apiReady = () =>
  fetch(url('/health/ready')).then(
    ({ ok }) => ok,
    () => false,
  );

test('a visitor registers and logs in', async () => {
  await page.goto(url('/'));
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('dialog', { name: 'Welcome back' }).getByRole('button', { name: 'Register' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an account' });
  await dialog.getByLabel('Username', { exact: true }).fill(nickname);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Repeat password').fill(password);
  await dialog.getByRole('button', { name: 'Register' }).click();
  // The registration leads on to the login.
  const login = page.getByRole('dialog', { name: 'Welcome back' });
  await login.getByLabel('Password', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/account');
  await page.locator('main').getByText(nickname, { exact: true }).waitFor();
});

test('they create a realm, which runs', async () => {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await linkChat(url(''), token, nickname);
  await page.getByRole('button', { name: 'Create server' }).first().click();
  await page.getByRole('radio', { name: /Meadow/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').fill('My Castle');
  await page.getByRole('textbox', { name: 'Address' }).fill('castle');
  await page.getByRole('button', { name: 'Create server' }).click();
  await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
});

test('they turn it off, and on', async () => {
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.waitForURL('**/realm/details?id=*');
  await becomes(status).toBe('Running');
  const before = await realmProcess();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await becomes(status).toBe('Off');
  await becomes(() => runs(before.pid)).toBe(false);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await becomes(status).toBe('Running');
});

test('the address is copied with the port that a player must type', async () => {
  await page.getByRole('button', { name: 'Copy address' }).first().click();
  await becomes(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${host}:${place.gamePort}`);
});

let alice: Bot;
let bob: Bot;

test('two players join by its host name, the third is told that it is full, and the page shows who is on', async () => {
  // Through the gateway that will be told to end.
  alice = await joinAs('Alice', ownHost);
  await page.getByText('Alice', { exact: true }).waitFor();
  bob = await joinAs('Bob_');
  await page.getByText('Bob_', { exact: true }).waitFor();
  const carol = startClient(place.gamePort, host.toUpperCase(), 'Carol');
  bots.push(carol);
  await expect(sentOff(carol)).resolves.toContain('full: 2 of 2 players');
});

test('they build: what one digs the other sees', async () => {
  const [at] = groundAround(alice, 1);
  if (!at) throw new Error('no ground');
  dig(alice, at);
  await becomes(() => blockName(bob, at)).toBe('air');
});

test('a kill -9 of the api while they play drops nobody, and the page finds it again', async () => {
  const dropped: string[] = [];
  for (const bot of [alice, bob]) bot.once('end', (reason) => void dropped.push(`${bot.username}: ${reason}`));
  const realm = await realmProcess();
  const api = await apiPid(place);
  process.kill(api, 'SIGKILL');
  await becomes(() => runs(api)).toBe(false);
  const [at] = groundAround(alice, 1);
  if (!at) throw new Error('no ground');
  dig(alice, at);
  await becomes(() => blockName(bob, at)).toBe('air');

  await becomes(apiReady).toBe(true);
  expect(dropped).toEqual([]);
  await expect(realmProcess()).resolves.toEqual(realm);
  bob.end();
  await page.getByText('Bob_', { exact: true }).waitFor({ state: 'detached' });
  await becomes(status).toBe('Running');
});

test('a gateway that is told to end keeps whom it has until they leave, while the next takes whoever comes', async () => {
  const [, gateway = 0] = await childrenOf(place);
  process.kill(gateway, 'SIGTERM');
  await becomes(async () => (await childrenOf(place)).indexOf(gateway)).toBe(2);
  bob = await joinAs('Bob_');
  const [at] = groundAround(alice, 1);
  if (!at) throw new Error('no ground');
  dig(alice, at);
  await becomes(() => blockName(bob, at)).toBe('air');
  expect(runs(gateway)).toBe(true);
  alice.end();
  await becomes(() => runs(gateway)).toBe(false);
  bob.end();
  await page.getByText('Bob_', { exact: true }).waitFor({ state: 'detached' });
});

test('a kill -9 of the gateway leaves the realm running, and another connection succeeds', async () => {
  const realm = await realmProcess();
  const [, gateway = 0] = await childrenOf(place);
  process.kill(gateway, 'SIGKILL');
  bob = await joinAs('Bob_');
  await expect(realmProcess()).resolves.toEqual(realm);
});

test('a kill -9 of the realm loses none of 20 blocks that were dug 4 s before, and it runs again', async () => {
  const before = await realmProcess();
  const blocks: Position[] = groundAround(bob, 20);
  for (const at of blocks) dig(bob, at);
  await becomes(() => blocks.filter((at) => blockName(bob, at) === 'air').length).toBe(20);
  // The guarantee covers changes older than four seconds.
  const dugAt = Date.now();
  await becomes(() => Date.now() - dugAt >= 4_000).toBe(true);
  process.kill(before.pid, 'SIGKILL');

  await becomes(async () => (await realmProcess().catch(() => before)).lease).toBeGreaterThan(before.lease);
  const back = await joinAs('Bob_');
  expect(blocks.map((at) => blockName(back, at))).toEqual(blocks.map(() => 'air'));
});

/** Some of the processes may already be gone. */
function killAll(pids: string[]): void {
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

test('after a kill -9 of everything the next start has it running again, once', async () => {
  killAll(processesOf(place.dataDir));
  await product.ended;
  await becomes(() => processesOf(place.dataDir)).toEqual([]);
  product = startProduct(place);
  await product.started;
  const guest = await joinAs('Guest');
  guest.end();
  const { pid } = await realmProcess();
  const folder = await realmFolder();
  // The open page reads the realm's log through its file agent.
  await becomes(() =>
    processesOf(folder)
      .filter((one) => !commandOf(one).includes('file-agent'))
      .map(Number),
  ).toEqual([pid]);
});

test('Ctrl-C gives the players a last word, and the next start has the realm running', async () => {
  const guest = await joinAs('Parting');
  const words = sentOff(guest);
  interrupt(product);
  await expect(words).resolves.toMatch(/closing/);
  expect(await product.ended).toBe(0);
  product = startProduct(place);
  await product.started;
  await joinAs('Back_again');
});

test('they delete it: folder and process are gone, and the address is unknown', async () => {
  await page.reload();
  await becomes(status).toBe('Running');
  const [at, { pid }] = [await realmFolder(), await realmProcess()];
  await page.getByRole('button', { name: 'Delete' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Delete My Castle?' });
  await dialog.getByRole('textbox').fill('My Castle');
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await page.waitForURL('**/account');
  await becomes(() => existsSync(at)).toBe(false);
  await becomes(() => runs(pid)).toBe(false);
  await becomes(() => {
    const late = startClient(place.gamePort, host, 'Latecomer');
    bots.push(late);
    return sentOff(late);
  }).toMatch(/no (realm|server)/i);
});

test('they log out, and the account’s page is closed', async () => {
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.waitForURL(url('/'));
  await page.goto(url('/account'));
  await page.waitForURL(url('/'));
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
});

test('the page had no fault of its own on the way', () => {
  expect(faults).toEqual([]);
});
