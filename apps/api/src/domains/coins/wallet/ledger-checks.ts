import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import {
  type Carried,
  checkGuards,
  credited,
  lotViolations,
  transactionViolations,
  type Violation,
  walletViolations,
} from './ledger-violations.ts';

/** The sweeps of a verification, in order; together they prove the invariants of decision 019. */
export const sweepNames = ['guards', 'transactions', 'wallets', 'lots', 'users'] as const;
export type SweepName = (typeof sweepNames)[number];

/** How far a sweep has got. */
interface Reached {
  /** The id that it continues after. */
  after: string;
  carried: Carried;
}

/** How far a verification has got. */
export interface Place extends Reached {
  sweep: SweepName;
}

type Sweep = (db: Db, reached: Reached, size: number) => Promise<{ violations: Violation[]; next: Reached | null }>;

/** Each looks at no more than `size` rows of its table and what belongs to them, in statements that each see one snapshot. */
const sweeps: Record<SweepName, Sweep> = {
  guards: async (db) => ({ violations: await checkGuards(db), next: null }),
  transactions: checkTransactions,
  wallets: checkWallets,
  lots: checkLots,
  users: checkUsers,
};

const lowestUuid = '00000000-0000-0000-0000-000000000000';

/** Where a sweep starts; the first sweep unless another is named. */
export function startOf(sweep: SweepName = sweepNames[0]): Place {
  return { sweep, after: sweep === 'users' ? lowestUuid : '0', carried: {} };
}

/**
 * Checks the next part.
 * @param size how many rows it may contain
 * @returns where to continue; null after the last part of all
 */
export async function checkNext(
  db: Db,
  { sweep, ...reached }: Place,
  size: number,
): Promise<{ place: Place | null; violations: Violation[] }> {
  const { violations, next } = await sweeps[sweep](db, reached, size);
  if (next !== null) return { place: { sweep, ...next }, violations };
  const following = sweepNames[sweepNames.indexOf(sweep) + 1];
  return { place: following === undefined ? null : startOf(following), violations };
}

/** How much of a sweep is done, from 0 to 1, estimated from ids. */
export async function shareDone(db: Db, { sweep, after }: Place): Promise<number> {
  // These are evenly distributed.
  if (sweep === 'users') return Number.parseInt(after.slice(0, 8), 16) / 2 ** 32;
  if (sweep === 'guards') return 0;
  const table = sweep === 'wallets' ? 'accounts' : sweep;
  const { rows } = await sql<{ share: number | null }>`
    select least(${after}::float8 / max(id), 1) as share from ${sql.table(table)}`.execute(db);
  return rows[0]?.share ?? 1;
}

const highestId = '9223372036854775807';

/** The id that the next part of a table ends with; null when there is nothing left. */
async function endOfPart(db: Db, table: 'transactions' | 'lots' | 'users', after: string, size: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (select id from ${sql.table(table)} where id > ${after} order by id limit ${size}) part
    order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function checkTransactions(db: Db, { after, carried }: Reached, size: number) {
  const upTo = await endOfPart(db, 'transactions', after, size);
  const range = { after, upTo: upTo ?? highestId };
  const { rows: violations } = await transactionViolations(range).execute(db);
  const sums = await sql<{ total: string }>`
    select ${carried['total'] ?? '0'}::numeric + coalesce(${credited}, 0) as total
    from entries e where e.transaction_id > ${range.after} and e.transaction_id <= ${range.upTo}`.execute(db);
  const total = sums.rows[0]?.total ?? '0';
  if (upTo !== null) return { violations, next: { after: upTo, carried: { total } } };
  if (total !== '0') violations.push({ subject: 'ledger', problem: 'debits and credits differ in all' });
  return { violations, next: null };
}

/**
 * Wallets by their COINS, as many as have `size` lines together. A larger one is read in several parts: its entries are append-only, in the
 * order of their transactions.
 */
async function checkWallets(db: Db, { after, carried }: Reached, size: number) {
  const room = carried['transaction'] === undefined ? size : 0;
  const { rows } = await sql<{ upTo: string | null; lines: string }>`
    select max(id) as "upTo", max(lines) as lines from (
      select id, lines, row_number() over (order by id) as place, sum(lines + 1) over (order by id) as reach
      from (select id, lines from accounts where id > ${after} order by id limit ${size}) next
    ) part
    where place = 1 or reach <= ${room}`.execute(db);
  const { upTo = null, lines = '0' } = rows[0] ?? {};
  if (upTo === null) return { violations: [], next: null };
  if (BigInt(lines) > size) {
    const further = await readOn(db, upTo, carried, size);
    if (further) return { violations: [], next: { after, carried: further } };
  }
  const { rows: violations } = await walletViolations({ after, upTo }, carried).execute(db);
  return { violations, next: { after: upTo, carried: {} } };
}

/** Sums the next `size` entries of a wallet; null when none of its accounts has that many left. */
async function readOn(db: Db, coinsId: string, carried: Carried, size: number) {
  const before = (key: string) => sql`${carried[key] ?? '0'}::numeric`;
  const sumOf = (kind: string) => sql`${before(kind)} + coalesce(${credited} filter (where e.kind = ${kind}), 0)`;
  const { rows } = await sql<Record<string, string>>`
    with unread as materialized (
      select a.kind, e.transaction_id, e.direction, e.amount
      from accounts coins join accounts a on a.user_id = coins.user_id
      cross join lateral (
        select transaction_id, direction, amount from entries
        where account_id = a.id and transaction_id > ${carried['transaction'] ?? '0'}
        order by transaction_id limit ${size}
      ) e
      where coins.id = ${coinsId} and coins.kind = 'COINS'
    ),
    part as (
      select min(last) as last from (
        select max(transaction_id) as last from unread group by kind having count(*) >= ${size}
      ) full_ones
    )
    select part.last as transaction,
      ${before('lines')} + count(distinct e.transaction_id) filter (where e.kind <> 'HELD') as lines,
      ${sumOf('COINS')} as "COINS", ${sumOf('FLEETING')} as "FLEETING", ${sumOf('HELD')} as "HELD", ${sumOf('DEBT')} as "DEBT"
    from part join unread e on e.transaction_id <= part.last group by part.last`.execute(db);
  return rows[0] ?? null;
}

async function checkLots(db: Db, { after }: Reached, size: number) {
  const upTo = await endOfPart(db, 'lots', after, size);
  if (upTo === null) return { violations: [], next: null };
  const { rows: violations } = await lotViolations({ after, upTo }).execute(db);
  return { violations, next: { after: upTo, carried: {} } };
}

async function checkUsers(db: Db, { after }: Reached, size: number) {
  const upTo = await endOfPart(db, 'users', after, size);
  if (upTo === null) return { violations: [], next: null };
  const { rows: violations } = await sql<Violation>`
    select 'player ' || u.id as subject, 'has no whole wallet' as problem from users u
    where u.id > ${after} and u.id <= ${upTo} and (select count(*) from accounts where user_id = u.id) <> 4`.execute(
    db,
  );
  return { violations, next: { after: upTo, carried: {} } };
}
