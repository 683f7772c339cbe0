/**
 * How the cost of an installation grows with its realms: `node bench/scale.ts [--on 1000] [--entries 10] [--sessions 5] [SIZE…]`, 10,000 and
 * 1,000,000 realms by default, with one account each, which has this many ledger entries and sessions. Prints for each size how long the api takes from its
 * start to its first answer and until all realms that are on are running, as after an outage; its memory, how long calls and pings take, how soon a socket
 * at a second api hears of a change, and how long the ledger's verification takes; then the ratio of the largest to the smallest. The fake driver stands in
 * for the realms; PostgreSQL is the embedded one, with a warm cache.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import { startNode } from './gateway/targets.ts';
import { ping } from './ping.ts';
import { cpuSeconds, privateMegabytes } from './realm/measure.ts';
import { fill } from './scale/fill.ts';
import { secret, startApi } from './scale/start-api.ts';
import { startDatabase } from './scale/start-database.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    on: { type: 'string', default: '1000' },
    entries: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '5' },
  },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [10_000, 1_000_000];
const on = Number(values.on);
const times = 500;
/** For slow calls: each login hashes a password. */
const fewTimes = 100;
/** Below the ports that the system gives to outgoing connections. */
const gamePort = 22_190;
const ledgerVerify = fileURLToPath(new URL('../apps/api/scripts/ledger-verify.ts', import.meta.url));
const account = { username: 'bench', password: 'bench bench' };
const anonymousAt = (origin: string) => createClient({ baseUrl: `${origin}/api`, token: async () => null });

type Figures = Record<string, number>;

const results: Figures[] = [];
for (const size of sizes) results.push(await measure(size));
const [least = {}] = results;
const most = results.at(-1) ?? {};
console.log(
  `${'realms'.padEnd(34)}${sizes.map((size) => size.toLocaleString('en').padStart(12)).join('')}      growth`,
);
for (const name of Object.keys(least)) {
  const values = results.map((figures) => (figures[name] ?? Number.NaN).toFixed(1).padStart(12)).join('');
  console.log(`${name.padEnd(34)}${values}${((most[name] ?? 0) / (least[name] ?? 1)).toFixed(2).padStart(12)}`);
}

async function measure(size: number): Promise<Figures> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-scale-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const { url, database } = await startDatabase(stack);
  const filling = performance.now();
  await fill(database, { realms: size, on, entries: Number(values.entries), sessions: Number(values.sessions) });
  console.log(`${size.toLocaleString('en')} realms filled in ${Math.round((performance.now() - filling) / 1_000)} s`);

  const begun = performance.now();
  const { pid, origin } = await startApi(url, folder, stack);
  const ready = performance.now() - begun;
  const environment = {
    GAME_HOST: '127.0.0.1',
    GAME_PORT: `${gamePort}`,
    API_URL: `unix:${join(folder, 'internal.sock')}`,
    GATEWAY_TOKEN: secret,
    DATA_DIR: folder,
    // Each ping comes from another player.
    PROXY_FROM: '127.0.0.1',
  };
  const gateway = await startNode(new URL('../apps/gateway/src/main.ts', import.meta.url), [], environment, stack);
  const metrics = async () => {
    const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
    return response.text();
  };
  while (!(await metrics()).includes(`realmkeep_realms{phase="READY"} ${on}\n`)) await wait(50);
  const up = performance.now() - begun;
  // Each start is followed by a look at what became of it.
  for (let before = cpuSeconds([pid]); ; before = cpuSeconds([pid])) {
    await wait(2000);
    if (cpuSeconds([pid]) - before < 0.2) break;
  }

  const token = await register(origin);
  await database.query("update users set tier = 'DRAGON' where nickname = 'bench'");
  const headers = { authorization: `Bearer ${token}` };
  const { rows } = await database.query<{ id: string }>("select id from realms where address = 'castle'");
  const call = (path: string) => async () => {
    const response = await fetch(`${origin}${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  };
  console.log(`ready after ${Math.round(ready)} ms, ${on} realms run after ${Math.round(up)} ms`);
  const client = createClient({ baseUrl: `${origin}/api`, token: async () => token });
  const id = rows[0]?.id ?? '';
  const figures: Figures = { 'start to ready, ms': ready, [`start until ${on} realms run, ms`]: up };
  await note(figures, 'list', call('/api/realm/data/list'));
  await note(figures, 'get', call(`/api/realm/data/${id}`));
  const made: string[] = [];
  await note(
    figures,
    'create',
    async (n) => {
      const body = {
        type: 'OFFICIAL',
        world_name: 'meadow',
        user_realm_name: 'Another',
        domain_name: `made-${n}`,
      } as const;
      made.push((await client.realmCreate({ body })).id);
    },
    fewTimes,
    async () => {
      for (const last of made.splice(0)) await client.realmDelete({ params: { id: last } });
    },
  );
  await note(figures, 'power', (n) =>
    client.realmPowerSet({ params: { realmId: id }, body: { power: n % 2 === 0 ? 'OFF' : 'ON' } }),
  );
  // Taken from the other end than the realms whose names are looked up.
  const { rows: asleep } = await database.query<{ id: string }>(
    'select id from realms where asleep_at is not null order by number desc limit $1',
    [Math.ceil(times * 1.1)],
  );
  await note(figures, 'wake', (n) => wake(folder, asleep[n]?.id ?? ''));
  await note(figures, 'ping of a known name', () => pingFor('r-1', 'asleep'));
  // Sleeping realms that nobody has asked for yet, none of them twice.
  await note(figures, 'ping of an unknown name', (n) => pingFor(`r-${on + 1 + n}`, 'asleep'));
  await note(figures, 'ping of no realm’s name', (n) => pingFor(`nobody-${n}`, 'no realm'));
  await note(figures, 'figures for the operator', metrics);
  figures['api, private MB'] = privateMegabytes([pid]);
  figures['gateway, private MB'] = privateMegabytes([gateway.pid ?? 0]);
  const replica = await startApi(url, await mkdtemp(join(folder, 'replica-')), stack);
  using socket = await openEvents(replica.origin, token);
  await note(figures, 'heard at another api', async (n) => {
    const heard = socket.next('realmChanged');
    await client.realmSettingsUpdate({
      params: { id },
      body: { difficultyLevel: n % 2 === 0 ? 'EASY' : 'HARD', updatedFields: ['difficultyLevel'] },
    });
    await heard;
  });
  // Logins beyond the limit end the account's oldest sessions, so no call may use those tokens after this.
  await note(figures, 'login', () => logIn(origin), fewTimes);
  const verifying = performance.now();
  await promisify(execFile)(process.execPath, [ledgerVerify], { env: { DATABASE_URL: url } });
  figures['ledger:verify, s'] = (performance.now() - verifying) / 1_000;
  return figures;
}

/** Wakes a realm the way a gateway does when a player joins. */
async function wake(folder: string, id: string): Promise<void> {
  const asking = request({
    socketPath: join(folder, 'internal.sock'),
    path: `/internal/realms/${id}/wake`,
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  });
  asking.end(JSON.stringify({ nickname: 'Nobody_1', address: '10.0.0.1' }));
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`a wake was answered with ${response.statusCode}: ${answer}`);
}

/** An authenticated socket. */
async function openEvents(origin: string, token: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/ws/events`);
  const next = (type: string) =>
    new Promise<void>((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        if (!String(data).includes(`"${type}"`)) return;
        socket.removeEventListener('message', hear);
        resolve();
      };
      socket.addEventListener('message', hear);
    });
  await once(socket, 'open');
  const ready = next('ready');
  socket.send(JSON.stringify({ type: 'auth', token }));
  await ready;
  return { next, [Symbol.dispose]: () => socket.close() };
}

/** Registers an account with a realm. @returns its token */
async function register(origin: string): Promise<string> {
  await anonymousAt(origin).userRegister({ body: { ...account, referrer_username: null, language: 'en' } });
  const token = await logIn(origin);
  const client = createClient({ baseUrl: `${origin}/api`, token: async () => token });
  await client.realmCreate({
    body: { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'My Castle', domain_name: 'castle' },
  });
  return token;
}

async function logIn(origin: string): Promise<string> {
  const login = await anonymousAt(origin).authLogin({
    body: { username: account.username, user_password: account.password, token_name: 'bench' },
  });
  if (!('token' in login)) throw new Error('The login waits for a second step');
  return login.token;
}

/** Times calls one after another, in milliseconds; the first tenth is a warm-up. */
async function note(
  figures: Figures,
  name: string,
  work: (n: number) => Promise<unknown>,
  count = times,
  /** Runs after each call, and is not measured. */
  undo?: () => Promise<void>,
): Promise<void> {
  const taken: number[] = [];
  for (let n = 0; n < count * 1.1; n += 1) {
    const begun = performance.now();
    await work(n);
    if (n >= count * 0.1) taken.push(performance.now() - begun);
    await undo?.();
  }
  taken.sort((a, b) => a - b);
  const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((part) => taken[Math.floor(count * part)]);
  figures[`${name}, p50 ms`] = p50;
  figures[`${name}, p99 ms`] = p99;
  // Printed at once, as the whole run may take long.
  console.log(`${name}: ${p50.toFixed(1)}; ${p99.toFixed(1)} ms`);
}

/** Pings again when the gateway could not look the name up in time, as happens on a busy machine. @throws Error when the answer never has these words */
async function pingFor(address: string, words: string, tries = 5): Promise<void> {
  const status = await ping({ host: '127.0.0.1', port: gamePort }, `${address}.localhost`);
  if (status.includes(words)) return;
  if (tries === 1) throw new Error(`${address} was answered with ${status}`);
  await pingFor(address, words, tries - 1);
}
