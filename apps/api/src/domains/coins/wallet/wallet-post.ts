/**
 * The ledger, for those who move coins. Each operation takes the transaction of what the coins are for, so that both happen or
 * neither; docs/decisions/019-ledger.md has the postings, the keys and the order of locks.
 *
 *   walletTopUp      coins that were paid for, and the referrer's share of them, which may accrue first
 *   walletGrantShares  what has accrued for a referrer
 *   walletRefund     a payment given back, in part or whole
 *   walletDispute    a payment that the payer's bank takes back: held, taken, returned
 *   walletSpend      a subscription; walletLockBalance says before what there is to spend
 *   walletGrant      coins from an operator, expiring or not
 *   walletBonus      the referral bonus
 *   walletReverse    takes a transaction back that should not have been
 *   walletExpire     expiring coins whose time is up
 *
 * Amounts are whole coins. An operation that is called again with its key, at the same time or a year later, does nothing and
 * answers as it did; with other arguments it throws AppError idempotency_conflict. The first thing that each does is to lock the
 * wallets that it touches, several in the order of their accounts' ids: whoever locks anything else, locks it before,
 * and a transaction that calls several operations calls them for one player.
 */
import { createHash } from 'node:crypto';
import type { TransactionKind } from '@realmkeep/contract';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Change, Holdings } from './ledger-policy.ts';
import {
  findByKey,
  type HouseAccount,
  insertEntries,
  insertTransaction,
  lockAccounts,
  type NewEntry,
} from './wallet-queries.ts';

/** A player's accounts while they are locked; `holdings` reflects each posting. */
export interface Wallet {
  accounts: Record<keyof Holdings, string>;
  holdings: Holdings;
}

/** What a call did. */
export interface Posted {
  transactionId: string;
  /** False when an earlier call already did it. */
  fresh: boolean;
}

/** These players' wallets by id, locked until the transaction ends. */
export async function lockWallets(tx: Tx, userIds: readonly string[]): Promise<(userId: string) => Wallet> {
  const rows = await lockAccounts(tx, userIds, 'wait');
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  const wallets = new Map([...byUser].map(([userId, accounts]) => [userId, walletOf(accounts)]));
  return (userId) => {
    const wallet = wallets.get(userId);
    if (!wallet) throw new Error(`${userId} has no wallet`);
    return wallet;
  };
}

export async function lockWallet(tx: Tx, userId: string): Promise<Wallet> {
  return (await lockWallets(tx, [userId]))(userId);
}

/** null when somebody else holds the lock. */
export async function lockWalletIfFree(tx: Tx, userId: string): Promise<Wallet | null> {
  const rows = await lockAccounts(tx, [userId], 'skip');
  return rows.length === 4 ? walletOf(rows) : null;
}

function walletOf(rows: Awaited<ReturnType<typeof lockAccounts>>): Wallet {
  const of = (kind: keyof Holdings) => {
    const row = rows.find((candidate) => candidate.kind === kind);
    if (!row) throw new Error(`A wallet without ${kind}`);
    return row;
  };
  const accounts = { COINS: of('COINS').id, FLEETING: of('FLEETING').id, HELD: of('HELD').id, DEBT: of('DEBT').id };
  const balance = (kind: keyof Holdings) => Number(of(kind).balance);
  return {
    accounts,
    holdings: { COINS: balance('COINS'), FLEETING: balance('FLEETING'), HELD: balance('HELD'), DEBT: balance('DEBT') },
  };
}

interface Opening {
  kind: TransactionKind;
  key: string;
  /** What the caller asked for. */
  asked: Record<string, string | number | null>;
  ref: string | null;
  reverses?: string;
}

/**
 * Begins a ledger transaction; unless it is fresh, there is nothing left to do.
 * @throws AppError idempotency_conflict
 */
export async function openTransaction(tx: Tx, { kind, key, asked, ref, reverses }: Opening): Promise<Posted> {
  const payloadHash = hashOf(kind, asked);
  const transactionId = await insertTransaction(tx, { kind, key, payloadHash, ref, reverses: reverses ?? null });
  if (transactionId !== null) return { transactionId, fresh: true };
  const known = await findPosted(tx, { kind, key, asked });
  if (!known) throw new Error(`The transaction ${key} is neither new nor known`);
  return known;
}

/** What an earlier call with this key did. @throws AppError idempotency_conflict */
export async function findPosted(tx: Tx, { kind, key, asked }: Omit<Opening, 'ref'>): Promise<Posted | null> {
  const known = await findByKey(tx, key);
  if (!known) return null;
  if (!known.payload_hash.equals(hashOf(kind, asked))) throw new AppError('idempotency_conflict');
  return { transactionId: known.id, fresh: false };
}

function hashOf(kind: TransactionKind, asked: Opening['asked']): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...Object.entries(asked)]))
    .digest();
}

/** Writes the entries: the change of the wallet, and the counterpart on the house account, which a mere move does not have. */
export async function post(
  tx: Tx,
  transactionId: string,
  wallet: Wallet,
  change: Change,
  house: HouseAccount | null,
): Promise<void> {
  const entries: NewEntry[] = [];
  let total = 0;
  for (const [kind, credit] of Object.entries(change) as [keyof Holdings, number][]) {
    if (credit === 0) continue;
    entries.push({ account: { id: wallet.accounts[kind] }, credit });
    wallet.holdings[kind] += kind === 'DEBT' ? -credit : credit;
    total += credit;
  }
  if (house) entries.push({ account: house, credit: -total });
  await insertEntries(tx, transactionId, entries);
}

/** @throws RangeError unless it is a positive whole number of coins that JavaScript represents exactly */
export function checkCoins(coins: number): void {
  if (!Number.isSafeInteger(coins) || coins <= 0) throw new RangeError(`${coins} is no number of coins`);
}
