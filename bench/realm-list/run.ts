/**
 * GET /api/realm/data/list by as many accounts as there are connections, in turn, compared with node:http with the same query and node:http with the same
 * bytes: `node bench/realm-list/run.ts [connections]`, with wrk (`apt install wrk`). Each server is a separate process; they take turns on one database with 2,000 users
 * or more. Also prints the processor time that each request costs its server, which other load on the machine affects less than the number of requests.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import { startTestPostgres } from '@realmkeep/postgres';
import { Client } from 'pg';
import { z } from 'zod';
import { migrate } from '../../apps/api/src/db/migrate.ts';
import { startApi, startServer } from '../scale/start-api.ts';
import { cpuSeconds, median } from '../realm/measure.ts';

const rounds = 3;
const secondsEach = 10;
/** V8 compiles code according to how often it has run: some 60,000 times at the slowest of the three. */
const warmUpSeconds = 8;
const [connections = 16] = process.argv.slice(2).map(Number);
const loadReport = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  slowest: z.number(),
  failed: z.number(),
});

await using stack = new AsyncDisposableStack();
const postgres = await startTestPostgres();
stack.defer(() => postgres.stop());
await migrate(postgres.url);

const folder = await mkdtemp(join(tmpdir(), 'realm-list-bench-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const api = await startApi(postgres.url, folder, stack);
const { tokens, userIds, answer } = await makePlayers();
const query = await startServer(['query', postgres.url, userIds.join()], stack);
const bare = await startServer(['bare', postgres.url, answer], stack);

const targets = {
  bare: { pid: bare.pid, url: bare.origin },
  query: { pid: query.pid, url: query.origin },
  api: { pid: api.pid, url: `${api.origin}/api/realm/data/list` },
};
const tokenFile = join(folder, 'tokens');
await writeFile(tokenFile, tokens.map((token) => `${token}\n`).join(''), { mode: 0o600 });
interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
  /** Of the server's processor, for each request. */
  microseconds: number;
}
const measured: Record<string, Measured[]> = {};
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, { pid, url }] of Object.entries(targets)) {
    const taken = cpuSeconds([pid]);
    const { requests, seconds, p50, p99, slowest, failed } = await load(url, round === 0 ? warmUpSeconds : secondsEach);
    if (failed > 0) throw new Error(`${name}: ${failed} refused or failed`);
    // The first round is a warm-up.
    if (round === 0) continue;
    const microseconds = ((cpuSeconds([pid]) - taken) * 1e6) / requests;
    (measured[name] ??= []).push({ perSecond: requests / seconds, p50, p99, slowest, microseconds });
  }
}

const of = (name: string, what: keyof Measured): number => median((measured[name] ?? []).map((one) => one[what]));
const inMs = (name: string, what: keyof Measured): string => of(name, what).toFixed(0);
const share = (name: string, other: string): string => (of(name, 'perSecond') / of(other, 'perSecond')).toFixed(2);
console.log(`realm list, ${connections} connections, median of ${rounds} rounds of ${secondsEach} s`);
for (const name of Object.keys(targets)) {
  const perSecond = of(name, 'perSecond').toFixed(0).padStart(7);
  const latencies = `p50 ${inMs(name, 'p50')} ms  p99 ${inMs(name, 'p99')} ms  slowest ${inMs(name, 'slowest')} ms`;
  const shares = `${share(name, 'bare')} of bare  ${share(name, 'query')} of query`;
  const cost = of(name, 'microseconds');
  const costs = `processor of each ${cost.toFixed(0)} µs, of the query’s ${(of('query', 'microseconds') / cost).toFixed(2)}`;
  console.log(`${name.padEnd(6)} ${perSecond} requests/s  ${latencies}  ${shares}; ${costs}`);
}

/** Latencies in milliseconds. */
async function load(url: string, seconds: number): Promise<z.infer<typeof loadReport>> {
  const script = fileURLToPath(new URL('load.lua', import.meta.url));
  const options = [
    '--threads',
    '1',
    '--connections',
    `${connections}`,
    '--duration',
    `${seconds}s`,
    '--script',
    script,
  ];
  const { stdout } = await promisify(execFile)('wrk', [...options, url, '--', tokenFile]);
  return loadReport.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
}

/** As many as there are connections, each with a realm of their own. */
async function makePlayers(): Promise<{ tokens: string[]; userIds: string[]; answer: string }> {
  const client = createClient({ baseUrl: `${api.origin}/api`, token: async () => null });
  const user_password = 'bench bench';
  await client.userRegister({
    body: { username: 'bench', password: user_password, referrer_username: null, language: 'en' },
  });
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  await database.query(
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
      select 'user_' || n, gen_random_uuid(), password_hash, 'en', '127.0.0.1' from users, generate_series(1, $1) n`,
    [Math.max(2_000, connections)],
  );
  await database.query(`insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power)
    select row_number() over (), id, 'My Castle', 'r-' || substr(md5(id::text), 1, 12), 'OFFICIAL', 'meadow', 500, 'OFF' from users`);
  await database.query('analyze');
  const { rows } = await database.query<{ id: string; nickname: string }>(
    `select id, nickname from users where nickname <> 'bench' limit $1`,
    [connections],
  );
  await database.end();
  const tokens: string[] = [];
  for (const { nickname } of rows) {
    const login = await client.authLogin({ body: { username: nickname, user_password, token_name: 'bench' } });
    if (!('token' in login)) throw new Error('The login waits for a second step');
    tokens.push(login.token);
  }
  const response = await fetch(`${api.origin}/api/realm/data/list`, {
    headers: { authorization: `Bearer ${tokens[0]}` },
  });
  return { tokens, userIds: rows.map(({ id }) => id), answer: await response.text() };
}
