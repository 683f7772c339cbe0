import type { TransactionKind } from '@realmkeep/contract';
import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import type { LotUse } from './ledger-policy.ts';

/** All accounts of the players, locked until the transaction ends, in id order. */
export function lockAccounts(tx: Tx, userIds: readonly string[], whenBusy: 'wait' | 'skip') {
  const accounts = tx
    .selectFrom('accounts')
    .select(['id', 'kind', 'user_id', 'balance'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate();
  return (whenBusy === 'skip' ? accounts.skipLocked() : accounts).execute();
}

export interface NewTransaction {
  kind: TransactionKind;
  key: string;
  payloadHash: Buffer;
  ref: string | null;
  reverses: string | null;
}

/** The id of the new transaction; null when the key is taken. */
export async function insertTransaction(tx: Tx, row: NewTransaction): Promise<string | null> {
  const { kind, ref, reverses } = row;
  const inserted = await tx
    .insertInto('transactions')
    .values({ kind, ref, reverses, idempotency_key: row.key, payload_hash: row.payloadHash })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export function findByKey(tx: Tx, key: string) {
  return tx
    .selectFrom('transactions')
    .select(['id', 'payload_hash'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export type HouseAccount =
  | 'SALES_CLEARING'
  | 'PROMOTION_EXPENSE'
  | 'REFERRAL_EXPENSE'
  | 'SUBSCRIPTION_REVENUE'
  | 'BREAKAGE';

export interface NewEntry {
  /** The id of a player's account, or the kind of a house account. */
  account: { id: string } | HouseAccount;
  /** Coins credited; negative: debited. */
  credit: number;
}

/** All entries of a transaction in one statement: the database accepts them only when they balance. */
export async function insertEntries(tx: Tx, transactionId: string, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(({ account, credit }) => ({
    transaction_id: transactionId,
    account_id: typeof account === 'string' ? houseAccountId(account) : account.id,
    direction: credit > 0 ? 'CREDIT' : 'DEBIT',
    amount: Math.abs(credit),
  }));
  await tx.insertInto('entries').values(rows).execute();
}

function houseAccountId(kind: HouseAccount) {
  return sql<string>`(select id from accounts where kind = ${kind} and user_id is null)`;
}

/** Lots that can still be spent, the soonest to expire first. */
export function findSpendableLots(tx: Tx, accountId: string) {
  return tx
    .selectFrom('lots')
    .select(['id', sql<number>`remaining::float8`.as('remaining')])
    .where('account_id', '=', accountId)
    .where('remaining', '>', '0')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
}

export interface NewLot {
  amount: number;
  expiresAt: Date;
}

/** Lots that a transaction gives to a FLEETING account. */
export async function insertLots(
  tx: Tx,
  transactionId: string,
  accountId: string,
  lots: readonly NewLot[],
): Promise<void> {
  const rows = lots.map(({ amount, expiresAt }) => ({
    transaction_id: transactionId,
    account_id: accountId,
    amount,
    remaining: amount,
    expires_at: expiresAt,
  }));
  await tx.insertInto('lots').values(rows).execute();
}

/** The database deducts it from the lots, and refuses more than is left. */
export async function insertLotUses(tx: Tx, transactionId: string, uses: readonly LotUse[]): Promise<void> {
  const rows = uses.map(({ lotId, amount }) => ({ transaction_id: transactionId, lot_id: lotId, amount }));
  await tx.insertInto('lot_use').values(rows).execute();
}

/** Expired lots with coins left, oldest first. */
export function findDueLots(db: Db, limit: number) {
  return db
    .selectFrom('lots as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select(['l.id', sql<string>`a.user_id`.as('user_id')])
    .where('l.remaining', '>', '0')
    .where('l.expires_at', '<=', now)
    .orderBy('l.expires_at')
    .limit(limit)
    .execute();
}

/** What is left in a lot. */
export async function findRemaining(tx: Tx, lotId: string): Promise<number> {
  const row = await tx
    .selectFrom('lots')
    .select(sql<number>`remaining::float8`.as('remaining'))
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow();
  return row.remaining;
}

/** A transaction between one player and the house, in coins. */
export interface PaidTransaction {
  id: string;
  userId: string;
  coins: number;
}

function selectPostings(tx: Tx) {
  return tx
    .selectFrom('transactions as t')
    .innerJoin('entries as e', 'e.transaction_id', 't.id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id');
}

/** The credit of a payment. */
export function findTopUp(tx: Tx, payment: string): Promise<PaidTransaction | undefined> {
  return selectPostings(tx)
    .where('t.idempotency_key', '=', payment)
    .where('t.kind', '=', 'TOP_UP')
    .groupBy('t.id')
    .select([
      't.id',
      sql<string>`max(a.user_id::text)`.as('userId'),
      sql<number>`(sum(e.amount) filter (where a.user_id is null))::float8`.as('coins'),
    ])
    .executeTakeFirst();
}

/** What later transactions took back of this one, less what they returned. */
export async function sumTakenBack(tx: Tx, transactionId: string): Promise<{ total: number; refunds: number }> {
  const signed = sql`case when e.direction = 'CREDIT' then e.amount else -e.amount end`;
  return selectPostings(tx)
    .where('t.reverses', '=', transactionId)
    .where('a.user_id', 'is', null)
    .select([
      sql<number>`coalesce(sum(${signed}), 0)::float8`.as('total'),
      sql<number>`coalesce(sum(${signed}) filter (where t.kind = 'REFUND'), 0)::float8`.as('refunds'),
    ])
    .executeTakeFirstOrThrow();
}

export interface DisputeRow {
  state: string;
  /** Coins held for it, and coins taken for it. */
  held: number;
  taken: number;
  /** Of those, what was taken from the payer of a present. */
  fromPayer: number;
}

/** The wallet is already locked. @throws Error when it is about another payment */
export async function lockDispute(tx: Tx, id: string, topUpId: string): Promise<DisputeRow | undefined> {
  const row = await tx
    .selectFrom('disputes')
    .select(['state', 'top_up_id'])
    .select([
      sql<number>`held::float8`.as('held'),
      sql<number>`taken::float8`.as('taken'),
      sql<number>`taken_from_payer::float8`.as('fromPayer'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row && row.top_up_id !== topUpId) throw new Error(`The dispute ${id} is about another payment`);
  return row;
}

/** Whether a dispute of the payment is open or lost. */
export async function hasDispute(tx: Tx, topUpId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('disputes')
    .select('id')
    .where('top_up_id', '=', topUpId)
    .where('state', '<>', 'RETURNED')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Of the coins held for disputes of a payment, uses up to so many for another reason.
 * @returns how many those are
 */
export async function useHeld(tx: Tx, topUpId: string, coins: number): Promise<number> {
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', sql<number>`held::float8`.as('held')])
    .where('top_up_id', '=', topUpId)
    .where('held', '>', '0')
    .orderBy('id')
    .forUpdate()
    .execute();
  let left = coins;
  for (const { id, held } of disputes) {
    const used = Math.min(held, left);
    left -= used;
    await tx
      .updateTable('disputes')
      .set({ held: String(held - used) })
      .where('id', '=', id)
      .execute();
  }
  return coins - left;
}

export async function updateDispute(tx: Tx, id: string, topUpId: string, dispute: DisputeRow): Promise<void> {
  const { state, held, taken, fromPayer } = dispute;
  const row = { state, held, taken, taken_from_payer: fromPayer };
  await tx
    .insertInto('disputes')
    .values({ id, top_up_id: topUpId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** What a transaction credited to its player in all, and the house account on its other side. */
export function findTransaction(tx: Tx, id: string) {
  return selectPostings(tx)
    .where('t.id', '=', id)
    .groupBy('t.id')
    .select([
      't.kind',
      't.ref',
      't.idempotency_key as key',
      sql<string>`max(a.user_id::text)`.as('userId'),
      sql<HouseAccount>`max(a.kind) filter (where a.user_id is null)`.as('house'),
      sql<number>`sum(case when a.user_id is null then 0 when e.direction = 'CREDIT' then e.amount else -e.amount end)::float8`.as(
        'credited',
      ),
    ])
    .executeTakeFirst();
}

/** A subscription payment, and its coins, excluding expiring ones. */
export function findSpending(tx: Tx, payment: string) {
  return selectPostings(tx)
    .where('t.idempotency_key', '=', payment)
    .where('t.kind', '=', 'SUBSCRIPTION')
    .groupBy('t.id')
    .select([
      't.id',
      't.ref',
      sql<number>`coalesce(sum(e.amount) filter (where a.kind = 'COINS'), 0)::float8`.as('coins'),
    ])
    .executeTakeFirst();
}

/** The lots that a transaction created, with what is left of each, and what expired. */
export function findLotsOf(tx: Tx, transactionId: string) {
  return tx
    .selectFrom('lots')
    .select(['id', sql<number>`remaining::float8`.as('remaining')])
    .select((of) =>
      of
        .selectFrom('lot_use as u')
        .innerJoin('transactions as t', 't.id', 'u.transaction_id')
        .select(sql<number>`coalesce(sum(u.amount), 0)::float8`.as('sum'))
        .whereRef('u.lot_id', '=', 'lots.id')
        .where('t.kind', '=', 'EXPIRY')
        .as('expired'),
    )
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** What a transaction took from lots, with their expiry. */
export function findUsesOf(tx: Tx, transactionId: string) {
  return tx
    .selectFrom('lot_use as u')
    .innerJoin('lots as l', 'l.id', 'u.lot_id')
    .select([sql<number>`u.amount::float8`.as('amount'), 'l.expires_at as expiresAt'])
    .where('u.transaction_id', '=', transactionId)
    .execute();
}
