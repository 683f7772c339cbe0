/**
 * Pages of the statement of an account with a million entries, compared with those of one with a thousand: `node bench/ledger/statement.ts`.
 * Prints the median and the slowest of 50, in milliseconds.
 */
import { startTestPostgres } from '@realmkeep/postgres';
import { openDb, openPool } from '../../apps/api/src/db/pool.ts';
import { migrate } from '../../apps/api/src/db/migrate.ts';
import { countLines, findLines } from '../../apps/api/src/domains/coins/wallet/statement-queries.ts';

const sizes = [1_000, 1_000_000];
const times = 50;
const take = 50;
const part = 50_000;

await using stack = new AsyncDisposableStack();
const postgres = await startTestPostgres();
stack.defer(() => postgres.stop());
await migrate(postgres.url);
const pool = openPool(postgres.url, 4);
const db = openDb(pool);
stack.defer(() => db.destroy());

/** A player who has received coins one by one. */
async function makePlayer(entries: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
      values ($1, gen_random_uuid(), '', 'en', '127.0.0.1') returning id`,
    [`player_${entries}`],
  );
  const id = rows[0]?.id ?? '';
  // In parts, because of the time limit of a statement.
  for (let from = 0; from < entries; from += part)
    await pool.query(
      `with made as (
      insert into transactions (kind, idempotency_key, payload_hash)
      select 'GRANT', 'bench:' || $1::text || ':' || n, sha256('') from generate_series($2::integer + 1, $3::integer) n returning id
    )
    insert into entries (transaction_id, account_id, direction, amount)
    select made.id, a.id, side.direction, 1 from made
    cross join (values ('CREDIT', 'COINS', $1::uuid), ('DEBIT', 'PROMOTION_EXPENSE', null)) as side (direction, kind, user_id)
    join accounts a on a.kind = side.kind and a.user_id is not distinct from side.user_id`,
      [id, from, Math.min(entries, from + part)],
    );
  return id;
}

for (const entries of sizes) {
  const player = await makePlayer(entries);
  await pool.query('vacuum analyze');
  for (const from of ['latest', 'first'] as const) {
    const ms: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const since = performance.now();
      await countLines(db, player);
      await findLines(db, player, { from, skip: 0, take });
      ms.push(performance.now() - since);
    }
    ms.sort((one, other) => one - other);
    console.log(
      `${entries} entries, from the ${from}: ${ms[times / 2]?.toFixed(1)} ms, at most ${ms.at(-1)?.toFixed(1)} ms`,
    );
  }
}
