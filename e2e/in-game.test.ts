import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bot } from 'mineflayer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, type Product, startProduct, type Place } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { joinRealm, joinWhenUp, sentOff } from './game-client.ts';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { keepTokens, manyPlayers, type Tokens } from '@realmkeep/testkit/people';
import { killApi } from '@realmkeep/testkit/children';
import { runSql } from '@realmkeep/testkit/sql';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** Identity in the game, from the account to commands: the whole product, its api over HTTP, and real game clients. */

const owner = 'Founder_1';
const password = 'a good password';
const host = 'keep.localhost';

let place: Place;
let product: Product;
let browser: Browser;
let tokens: Tokens;
let token: string;
let realmId: string;
const bots: Bot[] = [];

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  browser = await sharedBrowser();
  await product.started;
});

afterAll(async () => {
  for (const bot of bots) bot.end();
  await closePages(browser);
  await endProduct(product, place);
});

interface Answer<T> {
  statusCode: number;
  error: string | null;
  data: T;
}

async function call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Answer<T>;
}

async function logIn(): Promise<void> {
  const body = { username: owner, user_password: password, token_name: 'e2e' };
  tokens = (await call<Tokens>('POST', '/auth', body)).data;
  ({ token } = tokens);
}

async function newCode(): Promise<string> {
  return (await call<{ code: string }>('POST', `/realm/manage/login-code/${realmId}`)).data.code;
}

async function rememberNetworks(isOn: boolean): Promise<void> {
  expect(await call('PATCH', '/user/update/game-memory', { game_memory: isOn })).toMatchObject({ error: null });
}

async function joinAs(nickname: string): Promise<Bot> {
  const bot = await joinRealm(place.gamePort, host, nickname);
  bots.push(bot);
  return bot;
}

/** What the player is answered in the chat. */
async function hears(bot: Bot, words: string, said?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error(`${bot.username} did not hear: ${words}`)), 50_000);
  bot.on('message', (message) => {
    if (message.toString().includes(words)) resolve(message.toString());
  });
  if (said !== undefined) bot.chat(said);
  return promise.finally(() => clearTimeout(timer));
}

const players = async () =>
  (await call<{ players: { nickname: string }[] }>('GET', `/realm/data/players?id=${realmId}`)).data.players.map(
    ({ nickname }) => nickname,
  );

let founder: Bot;
let friend: Bot;

test('a player registers and makes a realm, which runs', async () => {
  const account = { username: owner, password, referrer_username: null, language: 'en' };
  expect(await call('POST', '/register', account)).toMatchObject({ error: null });
  await logIn();
  const realm = { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'My Keep', domain_name: 'keep' };
  const made = await call<{ id: string }>('POST', '/realm/create', realm);
  expect(made).toMatchObject({ error: null });
  realmId = made.data.id;
  const phase = async () => (await call<{ live: { phase: string } }>('GET', `/realm/data/${realmId}`)).data.live.phase;
  await becomes(phase).toBe('READY');
});

test('a friend without an account plays under their own name, the owner as a guest', async () => {
  friend = await joinAs('Friend_1');
  const joins = hears(friend, 'Guest_Founder_1 joined the game');
  founder = await joinAs(owner);
  await joins;
  await becomes(players).toEqual(['Friend_1', 'Guest_Founder_1']);
  await hears(founder, 'Only the owner', '/say I am the owner');
});

test('with the code from the page they are confirmed as the owner, and can use commands', async () => {
  // Everybody here plays from the same network.
  await rememberNetworks(false);
  const seen = hears(friend, 'Guest_Founder_1 has confirmed and is now Founder_1');
  await hears(founder, 'Confirmed: you are Founder_1.', `/login ${await newCode()}`);
  await seen;
  await becomes(players).toEqual(['Friend_1', 'Founder_1']);
  const said = hears(friend, '[Founder_1] welcome');
  await hears(founder, '[Founder_1] welcome', '/say welcome');
  await said;
  const words = sentOff(friend);
  await hears(founder, 'Kicked Friend_1: Good night', '/kick friend_1 Good night');
  await expect(words).resolves.toContain('Good night');
});

test('who is banned in the game stands on the page, where the ban is ended; the next is made there', async () => {
  await becomes(players).toEqual(['Founder_1']);
  friend = await joinAs('Friend_1');
  const words = sentOff(friend);
  await hears(founder, 'Done.', '/ban friend_1 broke the gate');
  await expect(words).resolves.toContain('broke the gate');
  await becomes(players).toEqual(['Founder_1']);
  await expect(joinAs('Friend_1')).rejects.toThrow('broke the gate');

  const page = await (await browser.newContext({ viewport: { width: 320, height: 800 } })).newPage();
  await keepTokens(page, product.url, tokens);
  await page.goto(`${product.url}/realm/players?id=${realmId}`);
  await page.getByRole('button', { name: 'Actions for Founder_1' }).first().waitFor();
  await page.getByText('Bans', { exact: true }).click();
  await page.getByText('broke the gate').waitFor();
  await page.getByRole('button', { name: 'Unban Friend_1' }).click();
  await page.getByText('Nobody is banned.').waitFor();
  await becomes(async () => (await joinAs('Friend_1').catch(() => null))?.username).toBe('Friend_1');

  friend = bots.at(-1) ?? friend;
  const sentAway = sentOff(friend);
  await page.getByRole('main').getByText('Players', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Actions for Friend_1' }).first().click();
  await page.getByLabel('Reason').fill('and the bridge');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(sentAway).resolves.toContain('and the bridge');
  await page.context().close();
});

test('an impostor is a guest, guesses no code, and does not displace the owner', async () => {
  const code = await newCode();
  // The other slot is free again.
  await becomes(players).toEqual(['Founder_1']);
  const impostor = await joinAs(owner.toUpperCase());
  await becomes(players).toEqual(['Founder_1', 'Guest_FOUNDER_1']);
  await hears(impostor, 'Tries left: 4', '/login AAAABBBB');
  const stranger = await joinAs('Stranger_1').catch(String);
  expect(stranger).toContain('full: 2 of 2 players');
  await hears(impostor, 'Only the owner', '/kick Founder_1');
  impostor.end();
  await becomes(players).toEqual(['Founder_1']);
  const log = join(place.dataDir, 'realms', realmId, 'logs/console.log');
  expect(await readFile(log, 'utf8')).not.toContain(code);
});

test('a logout everywhere ends the powers, and a new code gives them back', async () => {
  const told = hears(founder, 'You can no longer use the commands');
  expect(await call('DELETE', '/auth/sessions')).toMatchObject({ error: null });
  await told;
  await hears(founder, 'Only the owner', '/say still here');
  await rememberNetworks(true);
  await hears(founder, 'Confirmed: you are Founder_1.', `/login ${await newCode()}`);
  await hears(founder, '[Founder_1] here again', '/say here again');
});

test('whoever has proved it comes back without a code from the same network, though the api is killed meanwhile', async () => {
  founder.end();
  const recorded = 'select network from game_proofs where network is not null';
  await becomes(async () => runSql(await databaseOf(place), recorded)).toEqual([{ network: 'this machine' }]);
  await killApi(place);
  await becomes(() => players().catch(() => null)).toEqual([]);
  founder = await joinWhenUp(place.gamePort, host, owner.toLowerCase());
  bots.push(founder);
  expect(founder.username).toBe(owner);
  await hears(founder, '[Founder_1] no code', '/say no code');
});

test('a realm that is off has no code, and an owner who has turned remembering off comes back as a guest', async () => {
  const told = hears(founder, 'You can no longer use the commands');
  await rememberNetworks(false);
  await told;
  await call('POST', `/realm/manage/power/${realmId}`, { power: 'OFF' });
  await becomes(async () => (await call('POST', `/realm/manage/login-code/${realmId}`)).error).toBe(
    'realm_not_running',
  );
  await call('POST', `/realm/manage/power/${realmId}`, { power: 'ON' });
  const isBack = async () => {
    founder = await joinAs(owner);
    return founder.username;
  };
  await becomes(() => isBack().catch(() => null)).toBe('Guest_Founder_1');
  await hears(founder, 'Only the owner', '/say I am the owner');
});
