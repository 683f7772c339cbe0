/**
 * Ledger transfers a second with 32 clients, compared with a bare transaction that moves the same amount between two rows:
 * `node bench/ledger/run.ts`. They take turns on one database, and each client has players of its own.
 */
import { randomUUID } from 'node:crypto';
import { startTestPostgres } from '@realmkeep/postgres';
import { openDb, openPool } from '../../apps/api/src/db/pool.ts';
import { migrate } from '../../apps/api/src/db/migrate.ts';
import { walletTopUp } from '../../apps/api/src/domains/coins/wallet/wallet-top-up.ts';

const clients = 32;
const rounds = 3;
const secondsEach = 5;

await using stack = new AsyncDisposableStack();
const postgres = await startTestPostgres();
stack.defer(() => postgres.stop());
await migrate(postgres.url);
const pool = openPool(postgres.url, clients);
const db = openDb(pool);
stack.defer(() => db.destroy());

const { rows } = await pool.query<{ id: string }>(
  `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
    select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, $1::integer) n returning id`,
  [clients * 2],
);
const players = rows.map(({ id }) => id);
await pool.query('create table bare (id integer primary key, balance bigint not null)');
await pool.query('insert into bare select n, 1000000000 from generate_series(0, $1::integer) n', [clients * 2]);

/** One transfer for the client of this number. */
const transfers: Record<string, (client: number) => Promise<unknown>> = {
  bare: async (client) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      const text = 'update bare set balance = balance + $2 where id = $1';
      await connection.query({ name: 'move', text, values: [client * 2, -1] });
      await connection.query({ name: 'move', text, values: [client * 2 + 1, 1] });
      await connection.query('commit');
    } finally {
      connection.release();
    }
  },
  ledger: (client) =>
    db.transaction().execute((tx) =>
      walletTopUp(tx, {
        payment: `stripe:${randomUUID()}`,
        payerId: players[client * 2] ?? '',
        recipientId: players[client * 2 + 1] ?? '',
        coins: 1,
        monthlyShares: 0,
      }),
    ),
};

/** @returns transfers a second */
async function measure(transfer: (client: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsEach * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await transfer(client);
        done += 1;
      }
    }),
  );
  return done / secondsEach;
}

const figures: Record<string, number[]> = {};
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, transfer] of Object.entries(transfers)) {
    const perSecond = await measure(transfer);
    // The first round warms up.
    if (round > 0) (figures[name] ??= []).push(perSecond);
  }
}

const median = (name: string) => figures[name]?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
console.log(`ledger, ${clients} clients, median of ${rounds} rounds of ${secondsEach} s`);
for (const name of Object.keys(transfers)) {
  const ratio = (median(name) / median('bare')).toFixed(2);
  console.log(`${name.padEnd(6)} ${median(name).toFixed(0).padStart(7)} transfers/s  ${ratio} of bare`);
}
