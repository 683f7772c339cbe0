import type { TransactionKind } from '@realmkeep/contract';
import type { Tx } from '../../../db/pool.ts';
import { creditOf, seizureOf, partOf } from './ledger-policy.ts';
import { lockWallet, openTransaction, post, type Posted, findPosted } from './wallet-post.ts';
import {
  findLotsOf,
  findTransaction,
  findUsesOf,
  insertLots,
  insertLotUses,
  sumTakenBack,
  useHeld,
} from './wallet-queries.ts';
import { lockPayment, type Recover, settleShare, takeBack, type TakenBack } from './payment-lock.ts';

/** Payments are taken back by refunds and disputes, which handle the referrer's share. */
const reversible = new Set<string>(['GRANT', 'REFERRAL_BONUS', 'SUBSCRIPTION'] satisfies TransactionKind[]);

/**
 * Corrects a grant, bonus or subscription made in error: a further transaction, under the key `reversal:{transaction}`, gives back what it
 * took and takes what it gave. Coins already spent become debt, those that expired do not; expiring coins that were spent come back with their
 * old expiry.
 * @returns whose coins they were, and the key of what is reversed
 * @throws Error when it cannot be reversed
 */
export async function walletReverse(tx: Tx, transactionId: string): Promise<Posted & { userId: string; key: string }> {
  const original = await findTransaction(tx, transactionId);
  if (!original || !reversible.has(original.kind)) {
    throw new Error(`The transaction ${transactionId} cannot be reversed`);
  }
  const wallet = await lockWallet(tx, original.userId);
  const posted = await openTransaction(tx, {
    kind: 'REVERSAL',
    key: `reversal:${transactionId}`,
    asked: {},
    ref: original.ref,
    reverses: transactionId,
  });
  const { userId, key } = original;
  if (!posted.fresh) return { ...posted, userId, key };

  if ((await sumTakenBack(tx, transactionId)).total !== 0) {
    throw new Error(`Part of the transaction ${transactionId} was given back already`);
  }
  // Its expiring coins are taken from their own lots, as far as those go.
  const given = await findLotsOf(tx, transactionId);
  const used = given.flatMap(({ id, remaining }) => (remaining > 0 ? { lotId: id, amount: remaining } : []));
  const returned = await findUsesOf(tx, transactionId);
  const taken = used.reduce((sum, use) => sum + use.amount, 0);
  const expiring = returned.reduce((sum, use) => sum + use.amount, 0) - taken;
  // Everything else is settled in coins, but for what expired.
  const expired = given.reduce((sum, lot) => sum + (lot.expired ?? 0), 0);
  const coins = expired - original.credited - expiring;
  if (coins === 0 && expiring === 0) throw new Error(`Nothing is left of the transaction ${transactionId}`);
  const rest = coins >= 0 ? creditOf(wallet.holdings, coins) : seizureOf(wallet.holdings, -coins);
  await post(tx, posted.transactionId, wallet, { FLEETING: expiring, ...rest }, original.house);
  if (used.length > 0) await insertLotUses(tx, posted.transactionId, used);
  if (returned.length > 0) await insertLots(tx, posted.transactionId, wallet.accounts.FLEETING, returned);
  return { ...posted, userId, key };
}

/** @returns whose coins a transaction moved; undefined if there is none */
export async function transactionOwner(tx: Tx, transactionId: string): Promise<string | undefined> {
  return (await findTransaction(tx, transactionId))?.userId;
}

interface Refund {
  /** As it was credited: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  payerId: string;
  /** The provider's charge. */
  charge: string;
  /** The total refunded so far, in minor units. */
  refunded: number;
  /** The whole payment, in minor units. */
  paid: number;
  recover?: Recover;
}

/**
 * Takes back the coins for a refund: what is due for the total less what was taken for it so far. Coins already spent become the payer's
 * debt. The amounts may arrive late, twice and in any order.
 * @returns what was taken now; null when there is nothing more to take
 * @throws AppError idempotency_conflict
 * @throws Error when the payment was never credited
 */
export async function walletRefund(
  tx: Tx,
  { payment, payerId, charge, refunded, paid, recover }: Refund,
): Promise<(Posted & TakenBack) | null> {
  const locked = await lockPayment(tx, payment, payerId);
  const key = `refund:${charge}:${refunded}`;
  const opening = { kind: 'REFUND', key, asked: { payment, paid } } as const;
  const known = await findPosted(tx, opening);
  if (known) return { ...known, coins: 0, fromPayer: 0 };

  const { topUp } = locked;
  const taken = await sumTakenBack(tx, topUp.id);
  const coins = Math.min(partOf(topUp.coins, refunded, paid) - taken.refunds, topUp.coins - taken.total);
  if (coins <= 0) return null;
  // While the bank asks, what it holds is used first.
  const held = await useHeld(tx, topUp.id, coins);
  const back = await takeBack(tx, locked, { ...opening, payment, coins, held, recover });
  await settleShare(tx, locked, key);
  return back;
}
