import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf, freePort, interrupt, startProduct } from '@realmkeep/testkit/product';
import { startClient } from '../e2e/game-client.ts';
import { joinOnce, median } from './realm/measure.ts';
import { realmServer } from './realm/targets.ts';

/**
 * How long a player waits who joins a realm that sleeps: through the gateway of the whole product, beside a bare realm-server that is
 * started and joined, in turns: `node bench/wake.ts` after `npm run build`, about a minute.
 */

const rounds = 7;
const aimMs = 2000;
const pauseMs = 50;

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

const bare: number[] = [];
const woken: number[] = [];
// The first of each compiles what all need, and does not count.
for (let round = 0; round <= rounds; round += 1) {
  const bareMs = await startBare();
  const wokenMs = await wake();
  if (round === 0) continue;
  bare.push(bareMs);
  woken.push(wokenMs);
}
const [bareMs, wokenMs] = [median(bare), median(woken)];
console.log(`bare start to joined ${bareMs.toFixed(0)} ms, wake to joined ${wokenMs.toFixed(0)} ms`);
console.log(`ratio ${(wokenMs / bareMs).toFixed(2)}; slowest ${Math.max(...woken).toFixed(0)} ms; aim ${aimMs} ms`);

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

async function startBare(): Promise<number> {
  const began = performance.now();
  const started = await realmServer.start(folder);
  await joinOnce(started.where ?? 0, started.behindProxy);
  const milliseconds = performance.now() - began;
  await started.end();
  return milliseconds;
}

/** Milliseconds from the log-in until the client is in the game. */
async function wake(): Promise<number> {
  while (await runs()) {
    await runSql(database, 'update realms set asleep_at = now() where id = $1', [realmId]);
    await sleep(pauseMs);
  }
  const began = performance.now();
  const bot = startClient(place.gamePort, 'bench.localhost', 'Bench');
  await once(bot, 'spawn', { signal: AbortSignal.timeout(30_000) });
  const milliseconds = performance.now() - began;
  const ended = once(bot, 'end');
  bot.quit();
  await ended;
  return milliseconds;
}

/** Whether the realm's process is there, or has not been yet. */
async function runs(): Promise<boolean> {
  const record = join(place.dataDir, 'realms/.driver', realmId, 'run');
  const [pid = ''] = (await readFile(record, 'utf8').catch(() => '')).split(' ');
  return pid === '' || existsSync(`/proc/${pid}`);
}
