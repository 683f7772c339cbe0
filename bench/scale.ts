/**
 * What an installation costs by how many realms it has, of which 200 are on: `node bench/scale.ts [SIZE…]`, 10,000 and 1,000,000 by
 * default, one account to each. Prints for each size the api's time from its start to its answer, memory, how long calls and pings take, and how
 * soon a socket at a second api hears of a change; then how much of each the largest takes of the smallest. The fake driver plays the realms; PostgreSQL is the embedded one, and what it
 * has in its cache is warm.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@realmkeep/contract';
import { startTestPostgres } from '@realmkeep/postgres';
import { decodeFrame, encodeHandshake, encodeProxyV2, encodeStatusRequest } from '@realmkeep/protocol';
import { Client } from 'pg';
import { z } from 'zod';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { startNode } from './gateway/targets.ts';
import { privateMegabytes } from './realm/measure.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 1_000_000];
const on = 200;
const times = 500;
const secret = 'a-secret-of-the-bench-that-is-long-enough';
const gamePort = 42_190;

type Figures = Record<string, number>;

let players = 0;

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
  const postgres = await startTestPostgres();
  stack.defer(() => postgres.stop());
  await migrate(postgres.url);
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  stack.defer(() => database.end());
  await fill(database, size);

  const begun = performance.now();
  const { pid, origin } = await startApi(postgres.url, folder, stack);
  const ready = performance.now() - begun;
  const environment = {
    GAME_HOST: '127.0.0.1',
    GAME_PORT: `${gamePort}`,
    API_URL: `unix:${join(folder, 'internal.sock')}`,
    GATEWAY_TOKEN: secret,
    DATA_DIR: folder,
    // Each ping is another player's.
    PROXY_FROM: '127.0.0.1',
  };
  const gateway = await startNode(new URL('../apps/gateway/src/main.ts', import.meta.url), [], environment, stack);
  const metrics = async () => {
    const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
    return response.text();
  };
  while (!(await metrics()).includes(`realmkeep_realms{phase="READY"} ${on}`)) await wait(100);

  const token = await logIn(origin);
  const headers = { authorization: `Bearer ${token}` };
  const { rows } = await database.query<{ id: string }>("select id from realms where address = 'castle'");
  const call = (path: string) => async () => {
    const response = await fetch(`${origin}${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  };
  const figures: Figures = { 'start to ready, ms': ready };
  await note(figures, 'list', call('/api/realm/data/list'));
  await note(figures, 'get', call(`/api/realm/data/${rows[0]?.id}`));
  await note(figures, 'ping of a known name', () => ping('r-1', 'asleep'));
  // Never one twice: they are asleep, and nobody has asked for them.
  await note(figures, 'ping of an unknown name', (n) => ping(`r-${on + 1 + n}`, 'asleep'));
  await note(figures, 'ping of no realm’s name', (n) => ping(`nobody-${n}`, 'no realm'));
  await note(figures, 'figures for the operator', metrics);
  figures['api, private MB'] = privateMegabytes([pid]);
  figures['gateway, private MB'] = privateMegabytes([gateway.pid ?? 0]);
  const replica = await startApi(postgres.url, await mkdtemp(join(folder, 'replica-')), stack);
  using socket = await openEvents(replica.origin, token);
  const client = createClient({ baseUrl: `${origin}/api`, token: async () => token });
  const id = rows[0]?.id ?? '';
  await note(figures, 'heard at another api', async (n) => {
    const heard = socket.next('realmChanged');
    await client.realmSettingsUpdate({
      params: { id },
      body: { difficultyLevel: n % 2 === 0 ? 'EASY' : 'HARD', updatedFields: ['difficultyLevel'] },
    });
    await heard;
  });
  return figures;
}

async function startApi(
  url: string,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<{ pid: number; origin: string }> {
  const api = fork(new URL('realm-list/serve.ts', import.meta.url), ['api', url, folder]);
  const ended = once(api, 'exit');
  stack.defer(async () => {
    api.kill('SIGKILL');
    await ended;
  });
  const [message] = (await Promise.race([
    once(api, 'message'),
    ended.then(() => Promise.reject(new Error('the api ended'))),
  ])) as unknown[];
  const { port } = z.object({ port: z.number() }).parse(message);
  return { pid: api.pid ?? 0, origin: `http://127.0.0.1:${port}` };
}

/** A socket that has shown its token. */
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

/** `castle` and its owner, and others: the last `on` of them are on, of the rest every second is off and every second asleep. */
async function fill(database: Client, size: number): Promise<void> {
  // Nobody listens yet.
  for (const table of ['users', 'realms']) await database.query(`alter table ${table} disable trigger user`);
  await database.query(
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
     select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, $1::integer) n`,
    [size],
  );
  await database.query(
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power, asleep_at)
     select n + 1000, id, 'Realm', 'r-' || n, 'OFFICIAL', 'meadow', 500,
       case when n > $2 and n <= $1 - $2 and n % 2 = 0 and n > 2000 then 'OFF' else 'ON' end,
       case when n <= $1 - $2 then now() end
     from (select id, substr(nickname, 6)::integer as n from users) as users`,
    [size, on],
  );
  for (const table of ['users', 'realms']) await database.query(`alter table ${table} enable trigger user`);
  await database.query('vacuum analyze');
}

async function logIn(origin: string): Promise<string> {
  const anonymous = createClient({ baseUrl: `${origin}/api`, token: async () => null });
  const account = { username: 'bench', password: 'bench bench' };
  await anonymous.userRegister({ body: { ...account, referrer_username: null, language: 'en' } });
  const login = await anonymous.authLogin({
    body: { username: account.username, user_password: account.password, token_name: 'bench' },
  });
  if (!('token' in login)) throw new Error('The log-in waits for a second step');
  const client = createClient({ baseUrl: `${origin}/api`, token: async () => login.token });
  await client.realmCreate({
    body: { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'My Castle', domain_name: 'castle' },
  });
  return login.token;
}

/** In milliseconds, one after another; the first tenth warms up. */
async function note(figures: Figures, name: string, work: (n: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = [];
  for (let n = 0; n < times * 1.1; n += 1) {
    const begun = performance.now();
    await work(n);
    if (n >= times * 0.1) taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  figures[`${name}, p50 ms`] = taken[Math.floor(times * 0.5)] ?? Number.NaN;
  figures[`${name}, p99 ms`] = taken[Math.floor(times * 0.99)] ?? Number.NaN;
}

/** A look at the server list, as a proxy passes it on. @throws Error where the answer has not these words */
async function ping(address: string, words: string): Promise<void> {
  players += 1;
  const source = { host: `10.${(players >> 16) & 255}.${(players >> 8) & 255}.${players & 255}`, port: 30_000 };
  const handshake = { protocolVersion: 754, serverAddress: `${address}.localhost`, serverPort: 25_565 };
  const socket = connect({ host: '127.0.0.1', port: gamePort, noDelay: true });
  const answer = Promise.withResolvers<string>();
  let received = Buffer.alloc(0);
  socket.on('error', answer.reject);
  socket.on('close', () => answer.reject(new Error('closed without a status')));
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    if (decodeFrame(received, 100_000) !== 'incomplete') answer.resolve(received.toString());
  });
  socket.write(
    Buffer.concat([
      encodeProxyV2({ source, destination: { host: '127.0.0.1', port: gamePort } }),
      encodeHandshake({ ...handshake, nextState: 'status' }),
      encodeStatusRequest(),
    ]),
  );
  const status = await answer.promise;
  socket.destroy();
  if (!status.includes(words)) throw new Error(`${address} was answered with ${status}`);
}
