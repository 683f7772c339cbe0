import type { Tx } from '../../../db/pool.ts';
import { creditOf, partOf } from './ledger-policy.ts';
import {
  type LockedPayment,
  lockPayment,
  type Recover,
  settleShare,
  takeBack,
  type TakenBack,
} from './payment-lock.ts';
import { openTransaction, post } from './wallet-post.ts';
import { walletRefund } from './wallet-reverse.ts';
import { type DisputeRow, hasDispute, lockDispute, sumTakenBack, updateDispute } from './wallet-queries.ts';

/** OPEN: the bank asks. WITHDRAWN: it has taken the money. RETURNED: it gave the money back, or never took it. */
const disputeStates = ['OPEN', 'WITHDRAWN', 'RETURNED'] as const;
type DisputeState = (typeof disputeStates)[number];

interface Dispute {
  /** The provider's. */
  id: string;
  /** As it was credited: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  payerId: string;
  /** In the payment's minor units. */
  disputed: number;
  paid: number;
  state: DisputeState;
  /** What has been refunded of the payment, in minor units. */
  refunded: number;
  recover?: Recover;
}

/**
 * Follows a dispute: while it is open, holds the coins that are still there; takes them when the money is withdrawn, with any shortfall
 * becoming the payer's debt; gives back what was held or taken when the money returns, but for what was refunded meanwhile. It only moves
 * forward: a late or repeated state changes nothing.
 * @returns whether this or another dispute of the payment is open or lost, and what was taken now
 * @throws Error when the payment was never credited
 */
export async function walletDispute(tx: Tx, dispute: Dispute): Promise<{ disputed: boolean; back: TakenBack | null }> {
  const locked = await lockPayment(tx, dispute.payment, dispute.payerId);
  const back = await follow(tx, dispute, locked);
  return { disputed: await hasDispute(tx, locked.topUp.id), back };
}

async function follow(tx: Tx, dispute: Dispute, locked: LockedPayment): Promise<TakenBack | null> {
  const row = await lockDispute(tx, dispute.id, locked.topUp.id);
  const known = row?.state as DisputeState | undefined;
  if (known && disputeStates.indexOf(known) >= disputeStates.indexOf(dispute.state)) return null;
  const before = { held: row?.held ?? 0, taken: row?.taken ?? 0, fromPayer: row?.fromPayer ?? 0 };
  const after = await move(tx, dispute, locked, before);
  await updateDispute(tx, dispute.id, locked.topUp.id, { state: dispute.state, ...after });
  if (dispute.state === 'RETURNED' && dispute.refunded > 0) {
    return walletRefund(tx, { ...dispute, charge: `${dispute.id}:returned` });
  }
  const { taken: coins, fromPayer } = after;
  return dispute.state === 'WITHDRAWN' && coins > 0 ? { coins, fromPayer } : null;
}

type Part = Omit<DisputeRow, 'state'>;

async function move(tx: Tx, dispute: Dispute, locked: LockedPayment, { held, taken, fromPayer }: Part): Promise<Part> {
  const { topUp, wallet, payer } = locked;
  const { holdings } = wallet;
  const { state } = dispute;
  const about = { ref: dispute.payment, reverses: topUp.id, asked: { dispute: dispute.id } };
  const left = topUp.coins - (await sumTakenBack(tx, topUp.id)).total;
  const wanted = Math.min(partOf(topUp.coins, dispute.disputed, dispute.paid), left);

  if (state === 'OPEN') {
    const coins = Math.min(wanted, holdings.COINS);
    if (coins === 0) return { held, taken, fromPayer };
    const key = `dispute:${dispute.id}:hold`;
    const { transactionId } = await openTransaction(tx, { kind: 'DISPUTE_HOLD', key, ...about });
    await post(tx, transactionId, wallet, { COINS: -coins, HELD: coins }, null);
    return { held: coins, taken, fromPayer };
  }
  if (state === 'WITHDRAWN' && wanted > 0) {
    const key = `refund:${dispute.id}:${dispute.disputed}`;
    const { payment, recover } = dispute;
    const back = await takeBack(tx, locked, {
      kind: 'CHARGEBACK',
      key,
      asked: about.asked,
      payment,
      coins: wanted,
      held,
      recover,
    });
    await settleShare(tx, locked, key);
    return { held: 0, taken: wanted, fromPayer: back.fromPayer };
  }
  if (held > 0) {
    const key = `dispute:${dispute.id}:release`;
    const { transactionId } = await openTransaction(tx, { kind: 'DISPUTE_RELEASE', key, ...about });
    await post(tx, transactionId, wallet, { HELD: -held, ...creditOf(holdings, held) }, null);
  }
  if (taken > 0) {
    const key = `dispute:${dispute.id}:return`;
    for (const [whose, coins, suffix] of [
      [wallet, taken - fromPayer, ''],
      [payer, fromPayer, ':payer'],
    ] as const) {
      if (!whose || coins === 0) continue;
      const { transactionId } = await openTransaction(tx, { kind: 'REINSTATEMENT', key: `${key}${suffix}`, ...about });
      await post(tx, transactionId, whose, creditOf(whose.holdings, coins), 'SALES_CLEARING');
    }
    await settleShare(tx, locked, key);
  }
  return { held: 0, taken: 0, fromPayer: 0 };
}
