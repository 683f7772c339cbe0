import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { blockName, dig, groundAround, joinWhenUp, type Position, sentOff } from './game-client.ts';
import { createRealm, keepTokens, linkChat, logIn, register } from '@realmkeep/testkit/people';

/** A realm's life on its pages, with players on it: created, viewed, restarted, deleted. One step after another. */

const host = 'my-life.localhost';
const nickname = 'Life_owner';

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let page: Page;
let realmId: string;
const bots: Bot[] = [];
const faults: string[] = [];
/** The paths of the api calls that the page has made. */
let calls: string[] = [];

beforeAll(async () => {
  browser = await sharedBrowser();
  const context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
  page.on('pageerror', (fault) => faults.push(fault.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
});

afterAll(async () => {
  for (const bot of bots) bot.end();
  await closePages(browser);
});

async function player(name: string) {
  await register(url, name);
  const tokens = await logIn(url, name);
  await linkChat(url, tokens.token, name);
  return tokens;
}

async function joinAs(name: string): Promise<Bot> {
  const bot = await joinWhenUp(place.gamePort, host, name);
  bots.push(bot);
  return bot;
}

async function pidOfRealm(): Promise<number> {
  const record = await readFile(join(place.dataDir, 'realms/.driver', realmId, 'run'), 'utf8');
  return Number(record.split(' ')[0]);
}

const status = () =>
  page
    .locator('main')
    .getByText(/^(Off|Queued|Starting|Running|Stopping|Crashed|Sleeping)$/)
    .first()
    .innerText();
const chart = (name: string) => page.getByRole('slider', { name: `${name}, the last hour` });
const reading = (name: string) => chart(name).getAttribute('aria-valuetext');

test('an address is checked for being free while it is typed', async () => {
  const rival = await player('Life_rival');
  await createRealm(url, rival.token, 'taken-one');
  const tokens = await player(nickname);
  await keepTokens(page, url, tokens);
  await page.goto(`${url}/realm/create`);
  await page.getByRole('radio', { name: /Meadow/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').fill('Castle of Life');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('Taken-One');
  await page.getByText('This address is already taken').waitFor();
  await becomes(() => address.getAttribute('aria-invalid')).toBe('true');
  await address.fill('www');
  await page.getByText('This address is reserved').waitFor();

  calls = [];
  // One letter after another, independent of the machine's speed.
  await address.evaluate((field: HTMLInputElement, text) => {
    for (let typed = 0; typed <= text.length; typed += 1) {
      field.setRangeText(text.slice(0, typed), 0, field.value.length, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, 'my-life');
  await page.getByText('This address is free.').waitFor();
  // Not one call for each letter.
  expect(calls.filter((path) => path === '/api/realm/address').length).toBeLessThan('my-life'.length);
});

test('who is overtaken is told so, in a toast and at the field', async () => {
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('too-late');
  await page.getByText('This address is free.').waitFor();
  const faster = await player('Life_faster');
  await createRealm(url, faster.token, 'too-late');
  await page.getByRole('button', { name: 'Create server' }).click();
  const toast = page.locator('[data-toast]');
  await toast.getByText('Conflict. A server with this name or address already exists.').waitFor();
  await becomes(() => address.getAttribute('aria-invalid')).toBe('true');
  await address.fill('my-life');
  await page.getByText('This address is free.').waitFor();
});

test('the creation says how far it is, until players can join', async () => {
  await page.getByRole('button', { name: 'Create server' }).click();
  await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
  const stages = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
  await becomes(() => stages.allInnerTexts()).toEqual([
    'Created',
    'In the queue',
    'World prepared',
    'Starting up',
    'Ready to join',
  ]);
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.waitForURL('**/realm/details?id=*');
  realmId = new URL(page.url()).searchParams.get('id') ?? '';
  await becomes(status).toBe('Running');
});

let alice: Bot;

test('a player who joins appears in the list and in the charts, and nothing is polled', async () => {
  await becomes(() => reading('Players')).toMatch(/: 0$/);
  calls = [];
  alice = await joinAs('Alice');
  await page.getByText('Alice', { exact: true }).waitFor();
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.getByText('Now', { exact: true }).waitFor();
  await becomes(() => reading('Players')).toMatch(/: 1$/);
  await becomes(() => reading('Ticks per second')).toMatch(/: (20|1\d\.\d)$/);
  await page.getByText(/^Last hour: lowest [01], highest 1$/).waitFor();
  await becomes(() => reading('Memory')).toMatch(/: \d+ MB$/);
  expect(await chart('Players').locator('xpath=preceding-sibling::span').count()).toBe(1);
  expect(calls.filter((path) => path !== `/api/realm/data/${realmId}`)).toEqual([]);
});

test('a chart is read step by step with the keyboard, and goes on', async () => {
  const slider = chart('Players');
  await slider.focus();
  await page.keyboard.press('Home');
  await becomes(() => reading('Players')).toMatch(/: no data$/);
  await page.keyboard.press('End');
  await becomes(() => reading('Players')).toMatch(/^\d\d:\d\d:\d0: 1$/);
  const last = await reading('Players');
  await becomes(async () => page.getByText((await reading('Players')) ?? 'none', { exact: true }).count()).toBe(1);
  // The next sample arrives on the socket, and takes the last place.
  await becomes(() => reading('Players')).not.toBe(last);
});

test('the last hour survives the page', async () => {
  await page.reload();
  await page.getByText(/^Last hour: lowest [01], highest 1$/).waitFor();
});

test('a restart sends players off, starts another process, and keeps what they have built', async () => {
  const [at] = groundAround(alice, 1);
  if (!at) throw new Error('no ground');
  const dug: Position = at;
  dig(alice, dug);
  await becomes(() => blockName(alice, dug)).toBe('air');
  const before = await pidOfRealm();
  const words = sentOff(alice);
  await Promise.all([
    page.getByText('The server is restarting').waitFor(),
    page.getByRole('button', { name: 'Restart' }).click(),
  ]);
  await expect(words).resolves.toMatch(/closing/);
  await becomes(() => pidOfRealm().catch(() => before)).not.toBe(before);
  await becomes(status).toBe('Running');
  await page.getByText('Alice', { exact: true }).waitFor({ state: 'detached' });
  alice = await joinAs('Alice');
  expect(blockName(alice, dug)).toBe('air');
  await page.getByText('Alice', { exact: true }).waitFor();
});

test('on the account’s page the server stands with all that is known of it, live', async () => {
  await page.goto(`${url}/account`);
  const card = page.getByRole('article', { name: 'Castle of Life' });
  const words = async () => (await card.innerText()).replace(/\s+/g, ' ');
  await becomes(words).toMatch(/Running.*Players 1 of 2.*Game mode Creative.*Device Java edition/);
  // The port comes with a separate call, together with other facts about the site.
  await becomes(words).toContain(`${host}:${place.gamePort}`);
  alice.end();
  await becomes(words).toContain('Players 0 of 2');
  await page.getByText('Ultima mode coming soon').waitFor();
  await card.getByRole('button', { name: 'Turn off' }).click();
  await becomes(words).toMatch(/ Off /);
  expect(await card.getByRole('button', { name: 'Restart' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Partner’s' }).click();
  await page.getByText('Nobody has shared a server with you').waitFor();
  await page.getByRole('tab', { name: 'Yours' }).click();
  await card.getByRole('button', { name: 'Manage' }).click();
  await page.waitForURL('**/realm/details?id=*');
});

test('it is deleted by typing its name, and by nothing else', async () => {
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Castle of Life?' });
  const button = dialog.getByRole('button', { name: 'Delete forever' });
  await becomes(() => button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('castle of life');
  await becomes(() => button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Castle of Life');
  await Promise.all([page.getByText('The server was deleted').waitFor(), button.click()]);
  await page.waitForURL('**/account');
  await page.getByText('No server yet').waitFor();
});

test('the page had no fault of its own on the way', () => {
  expect(faults).toEqual([]);
});
