/**
 * How long `npm run ledger:verify` takes for this many entries, compared with a bare count of them by the database:
 * `node bench/ledger/verify.ts [entries=1000000]`. A tenth of the entries belong to one player; the other players have twenty each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@realmkeep/postgres';
import { openPool } from '../../apps/api/src/db/pool.ts';
import { migrate } from '../../apps/api/src/db/migrate.ts';

/** The number of transactions that belong together. */
const group = 6;
const transactions = group * Math.ceil(Number(process.argv[2] ?? 1_000_000) / 2 / group);
const players = Math.ceil(transactions / 10);
/** The number of transactions written at a time. */
const part = 10_000 * group;

await using stack = new AsyncDisposableStack();
const postgres = await startTestPostgres();
stack.defer(() => postgres.stop());
await migrate(postgres.url);
// Without a statement time limit: filling the tables takes long.
const pool = openPool(postgres.url, 1, {});
stack.defer(() => pool.end());

const tables = ['accounts', 'transactions', 'entries', 'lots', 'lot_use'];

await pool.query(
  `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
    select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, $1::integer) n`,
  [players],
);
await pool.query(`create temporary table wallets as
  select row_number() over () as number, id as coins, fleeting.fleeting from accounts c
  join lateral (select id as fleeting from accounts where user_id = c.user_id and kind = 'FLEETING') fleeting on true
  where kind = 'COINS';
  create unique index on wallets (number); analyze wallets`);
// The triggers would take most of the time; what they maintain is written at the end.
for (const table of tables) await pool.query(`alter table ${table} disable trigger user`);
for (let from = 0; from < transactions; from += part) {
  // Three top-ups of two coins; a grant of two that expire, of which a subscription takes one; a subscription for one coin.
  await pool.query(
    `with made as (
      insert into transactions (kind, idempotency_key, payload_hash)
      select (array['TOP_UP', 'TOP_UP', 'GRANT', 'SUBSCRIPTION', 'TOP_UP', 'SUBSCRIPTION'])[n % 6 + 1], 'bench:' || n, sha256('')
      from generate_series($1::integer, $2::integer - 1) n returning id, kind, split_part(idempotency_key, ':', 2)::integer as n
    ),
    owned as (
      select made.id, made.kind, n, case when n % 6 in (2, 3) then w.fleeting else w.coins end as account from made
      join wallets w on w.number = case when n / 6 % 10 = 0 then 1 else n / 6 % $3::integer + 1 end
    ),
    posted as (
      insert into entries (transaction_id, account_id, direction, amount)
      select owned.id, case when side.own then owned.account else house.id end,
        case when side.own = (owned.kind <> 'SUBSCRIPTION') then 'CREDIT' else 'DEBIT' end, case owned.kind when 'SUBSCRIPTION' then 1 else 2 end
      from owned cross join (values (true), (false)) as side (own)
      join accounts house on house.user_id is null and house.kind =
        case owned.kind when 'TOP_UP' then 'SALES_CLEARING' when 'GRANT' then 'PROMOTION_EXPENSE' else 'SUBSCRIPTION_REVENUE' end
    ),
    given as (
      insert into lots (account_id, transaction_id, amount, remaining, expires_at)
      select account, id, 2, 1, '2100-01-01' from owned where n % 6 = 2 returning id, transaction_id
    )
    insert into lot_use (transaction_id, lot_id, amount)
    select spent.id, given.id, 1 from given join owned gave on gave.id = given.transaction_id join owned spent on spent.n = gave.n + 1`,
    [from, Math.min(transactions, from + part), players],
  );
}
await pool.query(`update accounts a set balance = posted.balance, lines = case a.kind when 'COINS' then wallet.lines else 0 end
  from (
    select account_id, sum(case direction when 'CREDIT' then amount else -amount end) as balance from entries group by account_id
  ) posted
  join accounts own on own.id = posted.account_id and own.user_id is not null
  join (
    select user_id, count(distinct transaction_id) as lines from entries join accounts on id = account_id group by user_id
  ) wallet on wallet.user_id = own.user_id
  where a.id = posted.account_id`);
for (const table of tables) await pool.query(`alter table ${table} enable trigger user`);
await pool.query('vacuum analyze');

/** @returns how long the work took, in seconds */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** Runs `npm run ledger:verify`. @returns the peak memory of its process, in MB */
async function verify(): Promise<number> {
  const script = join(import.meta.dirname, '../../apps/api/scripts/ledger-verify.ts');
  const child = spawn(process.execPath, [script], {
    env: { DATABASE_URL: postgres.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? peak);
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`The verification ended with ${code}`);
  return peak / 1024;
}

const load = loadavg()[0]?.toFixed(1);
const { rows } = await pool.query<{ count: string }>('select count(*) from entries');
const bare = await timed(() => pool.query('select count(*) from entries'));
let memory = 0;
const whole = await timed(async () => {
  memory = await verify();
});
console.log(
  `${rows[0]?.count} entries of ${players} players: verified in ${whole.toFixed(1)} s, counted in ${bare.toFixed(2)} s, ` +
    `${(whole / bare).toFixed(0)} times; at most ${memory.toFixed(0)} MB; load before ${load}`,
);
