/**
 * GET /api/realm/data/list, each connection with an account of its own, compared with node:http with the same query and node:http with the same bytes:
 * `node bench/realm-list/run.ts [connections]`. Each server is a separate process; they take turns on one database with 2,000 users or more. Also prints the
 * processor time that each request costs its server, which other load on the machine affects less than the number of requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@realmkeep/contract';
import { startTestPostgres } from '@realmkeep/postgres';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { migrate } from '../../apps/api/src/db/migrate.ts';
import { startApi, startServer } from '../scale/start-api.ts';
import { cpuSeconds, median } from '../realm/measure.ts';

const rounds = 3;
const secondsEach = 4;
/** V8 compiles code according to how often it has run. */
const warmUpRequests = 60_000;
const [connections = 16] = process.argv.slice(2).map(Number);

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
let nextPlayer = 0;
const figures: Record<string, { perSecond: number[]; p99: number[]; slowest: number[]; microseconds: number[] }> = {};
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, { pid, url }] of Object.entries(targets)) {
    const taken = cpuSeconds([pid]);
    const result = await autocannon({
      url,
      connections,
      ...(round === 0 ? { amount: warmUpRequests } : { duration: secondsEach }),
      setupClient: (client) => client.setHeaders({ authorization: `Bearer ${tokens[nextPlayer++ % tokens.length]}` }),
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
    // The first round is a warm-up.
    if (round === 0) continue;
    const figure = (figures[name] ??= { perSecond: [], p99: [], slowest: [], microseconds: [] });
    figure.perSecond.push(result.requests.average);
    figure.p99.push(result.latency.p99);
    figure.slowest.push(result.latency.max);
    figure.microseconds.push(((cpuSeconds([pid]) - taken) * 1e6) / result.requests.total);
  }
}

const rate = (name: string) => median(figures[name]?.perSecond ?? []);
const cost = (name: string) => median(figures[name]?.microseconds ?? []);
console.log(`realm list, ${connections} connections, median of ${rounds} rounds of ${secondsEach} s`);
for (const name of Object.keys(targets)) {
  const p99 = median(figures[name]?.p99 ?? []);
  const slowest = median(figures[name]?.slowest ?? []);
  console.log(
    `${name.padEnd(6)} ${rate(name).toFixed(0).padStart(7)} requests/s  p99 ${p99} ms  slowest ${slowest} ms  ${(rate(name) / rate('bare')).toFixed(2)} of bare  ${(rate(name) / rate('query')).toFixed(2)} of query; processor of each ${cost(name).toFixed(0)} µs, of the query’s ${(cost('query') / cost(name)).toFixed(2)}`,
  );
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
