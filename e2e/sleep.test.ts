import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bot } from 'mineflayer';
import { afterAll, expect, inject, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { askStatus } from '@realmkeep/testkit/wire';
import { databaseOf } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { joinRealm } from './game-client.ts';

/**
 * Falling asleep and waking in the whole product, with real game clients. No test waits for a plan's minutes: the order to sleep is written to
 * the database, as the api does when they have passed.
 */

const owner = 'Sleeper_1';
const password = 'a good password';
const host = 'quiet.localhost';

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let token: string;
let realmId: string;
const bots: Bot[] = [];

afterAll(() => {
  for (const bot of bots) bot.end();
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = (await response.json()) as { data: T; error: string | null };
  if (error) throw new Error(error);
  return data;
}

const phase = async () => (await call<{ phase: string }>('GET', `/realm/data/power?id=${realmId}`)).phase;
const players = async () =>
  (await call<{ players: unknown[] }>('GET', `/realm/data/players?id=${realmId}`)).players.length;

async function tellToSleep(): Promise<void> {
  await runSql(await databaseOf(place), 'update realms set asleep_at = now() where id = $1', [realmId]);
}

/** Orders the realm to sleep. A connection that is just closing keeps it awake as well: then it is ordered again. */
async function fallsAsleep(): Promise<boolean> {
  await tellToSleep();
  return (await listed()).includes('asleep') && !(await realmRuns());
}

/** Whether the realm's process holds its lock. */
async function realmRuns(): Promise<boolean> {
  const [pid = ''] = (await readFile(join(place.dataDir, 'realms/.driver', realmId, 'run'), 'utf8')).split(' ');
  return existsSync(`/proc/${pid}`);
}

async function joinAs(nickname: string): Promise<Bot> {
  const bot = await joinRealm(place.gamePort, host, nickname);
  bots.push(bot);
  return bot;
}

const listed = async () => JSON.stringify(await askStatus(place.gamePort, host));

test('a realm runs, and is not stopped under a player', async () => {
  await call('POST', '/register', { username: owner, password, referrer_username: null, language: 'en' });
  const body = { username: owner, user_password: password, token_name: 'e2e' };
  ({ token } = await call<{ token: string }>('POST', '/auth', body));
  const realm = { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'Quiet Place', domain_name: 'quiet' };
  ({ id: realmId } = await call<{ id: string }>('POST', '/realm/create', realm));
  await becomes(phase).toBe('READY');
  const friend = await joinAs('Friend_1');
  await tellToSleep();
  await becomes(phase).toBe('READY');
  friend.chat('still here');
  await new Promise((resolve) => {
    friend.once('message', resolve);
  });
  expect(friend.entity.isValid).toBe(true);
});

test('once the player has left it sleeps, and list queries do not wake it', async () => {
  bots.pop()?.end();
  await becomes(players).toBe(0);
  await becomes(fallsAsleep).toBe(true);
  for (let look = 0; look < 5; look += 1) expect(await listed()).toContain('Join it, and it wakes up');
  // Its process may end a moment before the api hears of it.
  await becomes(phase).toBe('SLEEPING');
});

/** How long waking takes is measured by `node bench/wake.ts`. */
test('who joins wakes it, and is in; both who come at once are', async () => {
  await Promise.all([joinAs('Friend_1'), joinAs('Friend_2')]);
  expect(await phase()).toBe('READY');
  const power = await call<{ status: string; crash: unknown }>('GET', `/realm/data/power?id=${realmId}`);
  expect(power).toMatchObject({ status: 'ON', crash: null });
});

test('it is woken from its page', async () => {
  for (const bot of bots.splice(0)) bot.end();
  await becomes(fallsAsleep).toBe(true);
  await call('POST', `/realm/manage/power/${realmId}`, { power: 'ON' });
  await becomes(phase).toBe('READY');
});
