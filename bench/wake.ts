import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf, interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import type { Bot } from 'mineflayer';
import { startClient } from '../e2e/game-client.ts';
import { dialRealm, median } from './realm/measure.ts';
import { realmServer } from './realm/targets.ts';

/**
 * How long a player who joins a sleeping realm waits, and for what: through the gateway of the whole product, compared in turn with a bare
 * realm-server that is started and joined: `node bench/wake.ts` after `npm run build`, about a minute.
 */

/** When each step had happened, in milliseconds since the epoch. */
type Marks = Record<'began' | 'dialled' | 'written' | 'heard' | 'ordered' | 'runs' | 'ready' | 'joined', number>;

const rounds = 7;
const aimMs = 2000;
const pauseMs = 50;
/** The view distance of `startClient`. */
const viewDistance = 2;

const folder = await mkdtemp(join(tmpdir(), 'wake-bench-'));
await chmod(folder, 0o711);
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
const product = startProduct(place, ['--require-chat-link', 'false']);
cleanup.defer(async () => {
  interrupt(product);
  await product.ended;
});
await product.started;
const database = await databaseOf(place);
const realmId = await makeRealm();

const bare: Marks[] = [];
const woken: Marks[] = [];
// The first round compiles code and does not count.
for (let round = 0; round <= rounds; round += 1) {
  const marks = [await startBare(), await wake()] as const;
  if (round === 0) continue;
  bare.push(marks[0]);
  woken.push(marks[1]);
}
const medianOf = (all: readonly Marks[], hop: (marks: Marks) => number) => median(all.map((marks) => hop(marks)));
const hops: [what: string, woken: (marks: Marks) => number, bare: (marks: Marks) => number][] = [
  ['the client is made', (at) => at.dialled - at.began, (at) => at.dialled - at.ready],
  ['the gateway asks, the row is written', (at) => at.written - at.dialled, () => 0],
  ['the reconciler hears of it', (at) => at.heard - at.written, () => 0],
  ['token, lock, folder, limits', (at) => at.ordered - at.heard, (at) => at.ordered - at.began],
  ['walls, Node, the program', (at) => at.runs - at.ordered, (at) => at.runs - at.ordered],
  ['the game', (at) => at.ready - at.runs, (at) => at.ready - at.runs],
  ['the route, the login, the spawn point', (at) => at.joined - at.ready, (at) => at.joined - at.dialled],
  ['all', (at) => at.joined - at.began, (at) => at.joined - at.began],
];
console.log(`${'median, in ms'.padEnd(40)}  wake  bare`);
for (const [what, ofWake, ofBare] of hops) {
  const columns = [medianOf(woken, ofWake), medianOf(bare, ofBare)].map((ms) => ms.toFixed(0).padStart(6));
  console.log(`${what.padEnd(40)}${columns.join('')}`);
}
const whole = (at: Marks) => at.joined - at.began;
const slowest = Math.max(...woken.map(whole));
console.log(
  `ratio ${(medianOf(woken, whole) / medianOf(bare, whole)).toFixed(2)}; slowest ${slowest} ms; aim ${aimMs} ms`,
);

async function makeRealm(): Promise<string> {
  const account = { username: 'Bench_1', password: 'a good password' };
  await call('/register', { ...account, referrer_username: null, language: 'en' });
  const { token } = await call<{ token: string }>('/auth', {
    username: account.username,
    user_password: account.password,
    token_name: 'bench',
  });
  const realm = { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'Bench', domain_name: 'bench' };
  return (await call<{ id: string }>('/realm/create', realm, token)).id;
}

async function call<T>(path: string, body: object, token = ''): Promise<T> {
  const response = await fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as { data: T; error: string | null };
  if (error) throw new Error(error);
  return data;
}

async function startBare(): Promise<Marks> {
  const began = Date.now();
  const started = await realmServer.start(folder);
  const where = String(started.where);
  const came = await comeIn(dialRealm(where, started.behindProxy, viewDistance));
  const marks = {
    began,
    written: began,
    heard: began,
    ...(await startOf(dirname(dirname(where)), basename(where))),
    ...came,
  };
  await started.end();
  return marks;
}

/** Wakes the realm by joining it, from the login until the client is in the game. */
async function wake(): Promise<Marks> {
  while (await runs()) {
    await runSql(database, 'update realms set asleep_at = now() where id = $1', [realmId]);
    await sleep(pauseMs);
  }
  const began = Date.now();
  const came = await comeIn(startClient(place.gamePort, 'bench.localhost', 'Bench'));
  const log = await readFile(join(place.dataDir, 'logs/api.log'), 'utf8');
  const [written, heard] = [timeOf(log, 'a player woke the realm'), timeOf(log, '"step":{"do":"start"}')];
  return { began, written, heard, ...(await startOf(join(place.dataDir, 'realms'), realmId)), ...came };
}

async function comeIn(bot: Bot): Promise<Pick<Marks, 'dialled' | 'joined'>> {
  const signal = AbortSignal.timeout(30_000);
  const dialled = once(bot, 'inject_allowed', { signal }).then(() => Date.now());
  await once(bot, 'spawn', { signal });
  const joined = Date.now();
  const ended = once(bot, 'end');
  bot.quit();
  await ended;
  return { dialled: await dialled, joined };
}

/** Whether the realm's process is running, or has not been started yet. */
async function runs(): Promise<boolean> {
  const record = join(place.dataDir, 'realms/.driver', realmId, 'run');
  const [pid = ''] = (await readFile(record, 'utf8').catch(() => '')).split(' ');
  return pid === '' || existsSync(`/proc/${pid}`);
}

/** When the driver began the realm's last start, and what the realm's console says about it. */
async function startOf(realms: string, id: string): Promise<Pick<Marks, 'ordered' | 'runs' | 'ready'>> {
  const [, , ordered] = (await readFile(join(realms, '.driver', id, 'run'), 'utf8')).split(' ');
  const text = await readFile(join(realms, id, 'logs/console.log'), 'utf8');
  const at = (line: string) => Date.parse(text.slice(0, text.lastIndexOf(line)).split('\n').at(-1)?.trim() ?? '');
  return { ordered: Number(ordered), runs: at('Starting the realm'), ready: at('Ready after') };
}

/** The time of the last line of a log that has the text. */
function timeOf(log: string, text: string): number {
  const line = log.split('\n').findLast((one) => one.includes(text)) ?? '';
  return Number(/"time":(\d+)/.exec(line)?.[1]);
}
