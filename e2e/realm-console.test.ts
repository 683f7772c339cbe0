import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { contextsIn } from '@realmkeep/testkit/contexts';
import { joinWhenUp } from './game-client.ts';
import { createRealm, keepTokens, logIn, register, type Tokens } from '@realmkeep/testkit/people';

/** A realm's console in a browser, with a player in its game. */

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let ada: Bot;
let owner: Tokens;
let id: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  owner = await newPlayer('Talker_1', 'GHAST');
  id = await createRealm(url, owner.token, 'tower');
  ada = await joinWhenUp(place.gamePort, 'tower.localhost', 'Ada');
});

afterAll(async () => {
  ada.end();
  await closePages(browser);
});

async function newPlayer(nickname: string, tier: string): Promise<Tokens> {
  await register(url, nickname);
  await runSql(await databaseOf(place), 'update users set tier = $1 where nickname = $2', [tier, nickname]);
  return logIn(url, nickname);
}

const openContext = contextsIn(() => browser);

async function consoleAs(tokens: Tokens): Promise<Page> {
  const context = await openContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await keepTokens(page, url, tokens);
  await page.goto(`${url}/realm/console?id=${id}`);
  return page;
}

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByLabel('Command', { exact: true });
const call = (method: string, path: string, body?: object) =>
  fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

test('what a player says appears, and a command from the page does something in the game', async () => {
  const page = await consoleAs(owner);
  await log(page).getByText('Ada came in').waitFor();
  ada.chat('good evening, <b>all</b>');
  await log(page).getByText('<Ada> good evening, <b>all</b>').waitFor();

  // Completed from the kernel's commands and from the players who are on.
  await field(page).fill('gamem');
  await page.getByRole('option', { name: 'gamemode' }).waitFor();
  await field(page).press('Tab');
  await field(page).pressSequentially(' surv');
  await field(page).press('Tab');
  await field(page).pressSequentially(' a');
  await field(page).press('Tab');
  await becomes(() => field(page).inputValue()).toBe('gamemode survival Ada');
  await field(page).press('Enter');
  await becomes(() => ada.game.gameMode).toBe('survival');
  await log(page).getByText('> Talker_1: gamemode survival Ada').waitFor();
  await becomes(() => field(page).inputValue()).toBe('');

  await field(page).fill('say §cred words');
  await field(page).press('Enter');
  await log(page).getByText('[Server] red words').waitFor();
  await becomes(() => log(page).locator('.console-red').last().innerText()).toBe('red words');
  // Nothing overflows a narrow page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.reload();
  await log(page).getByText('<Ada> good evening, <b>all</b>').waitFor();
  await log(page).getByText('[Server] red words').waitFor();
  await field(page).fill('say half a');
  await field(page).press('ArrowUp');
  await field(page).press('ArrowUp');
  await becomes(() => field(page).inputValue()).toBe('gamemode survival Ada');
  await field(page).press('ArrowDown');
  await field(page).press('ArrowDown');
  await becomes(() => field(page).inputValue()).toBe('say half a');

  await page.getByLabel('Search the console').fill('GOOD EVENING');
  await page.getByLabel('Search the console').press('Enter');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await becomes(() => log(page).locator('mark').innerText()).toBe('good evening');
});

test('a reader who scrolls up stays in place, and is shown how much is new', async () => {
  const page = await consoleAs(owner);
  await log(page).getByText('Ada came in').waitFor();
  for (let line = 1; line <= 30; line += 1) {
    await call('POST', `/realm/console/${id}`, { command: `say line ${line}` });
  }
  await log(page).getByText('[Server] line 30').waitFor();
  const search = await page.getByLabel('Search the console').elementHandle();
  await log(page).evaluate((box, field) => {
    box.scrollTo(0, 0);
    // A new render before the browser's scroll event does not scroll back.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'line');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  }, search);
  // New output of the server is announced there too.
  await page.getByRole('button', { name: /^(To the end|\d+ new lines?)$/ }).waitFor();
  await page.getByLabel('Search the console').fill('');
  await call('POST', `/realm/console/${id}`, { command: 'list' });
  await page.getByRole('button', { name: /^\d+ new lines?$/ }).click();
  await log(page).getByText('players online: Ada').waitFor();
});

test('a co-owner who is removed has no console at once', async () => {
  const partner = await newPlayer('Talker_2', 'CHICKEN');
  await call('POST', `/realm/access/${id}`, { username: 'Talker_2' });
  const page = await consoleAs(partner);
  await log(page).getByText('Ada came in').waitFor();
  const { data } = (await (await call('GET', `/realm/access/${id}`)).json()) as {
    data: { partners: { userId: string }[] };
  };
  await call('DELETE', `/realm/access/${id}/${data.partners[0]?.userId}`);
  await log(page).waitFor({ state: 'detached' });
  ada.chat('behind closed doors');
  await page.reload();
  await page
    .getByText('There is no such server')
    .or(page.getByRole('link', { name: /servers/i }))
    .first()
    .waitFor();
  expect(await page.getByText('behind closed doors').count()).toBe(0);
});

test('of a realm that is off the page shows what it printed, and says why it takes no command', async () => {
  const page = await consoleAs(owner);
  await call('POST', `/realm/manage/power/${id}`, { power: 'OFF' });
  await page.getByText('The server is off. Turn it on to send commands.').waitFor();
  await becomes(() => field(page).isDisabled()).toBe(true);
  await page.reload();
  await log(page).getByText('The realm has ended; its world is saved.').waitFor();
});
