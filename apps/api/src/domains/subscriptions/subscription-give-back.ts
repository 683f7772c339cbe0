import type { Tier } from '@realmkeep/contract';
import type { Tx } from '../../db/pool.ts';
import { realmsApplyTier } from '../realms/realms-overlimit.ts';
import { setTier } from '../identity/users/user-tier.ts';
import { walletGiveBack, walletPaidInCoins } from '../coins/wallet/wallet-grant.ts';
import { monthOf } from './subscriptions.ts';
import { unusedPart } from './subscription-policy.ts';
import { endSubscription, findActive, setWorthless, shortenSubscription } from './subscription-queries.ts';

/** What became of a subscription whose coins were taken back. */
export interface GivenBack {
  tier: Tier;
  /** When it ends now; null: it has ended. */
  endsAt: Date | null;
}

interface Missing {
  userId: string;
  /** Coins. */
  missing: number;
  /** Only what was paid since then was bought with them. */
  since: Date;
  /** The key of what takes them back. */
  cause: string;
}

/**
 * Turns unused days of a subscription back into the coins that paid for them, as many as are missing. The days are taken off its end; without
 * any left it ends. The account is locked.
 * @returns null if none of it was bought with these coins
 */
export async function subscriptionGiveBack(
  tx: Tx,
  { userId, missing, since, cause }: Missing,
): Promise<GivenBack | null> {
  const present = await findActive(tx, userId);
  if (!present || present.period_started_at < since) return null;
  const payment = `sub:${present.id}:${present.periods}`;
  const wanted = Math.min(missing, await walletPaidInCoins(tx, payment));
  const { coins, endsAt, worth } = unusedPart(monthOf(present), new Date(), wanted);
  if (coins === 0) return null;
  await walletGiveBack(tx, { userId, payment, coins, cause });
  const tier = present.tier as Tier;
  if (endsAt) {
    await shortenSubscription(tx, present.id, { endsAt, worth });
  } else {
    await endSubscription(tx, present.id);
    await setTier(tx, userId, 'CHICKEN');
    await realmsApplyTier(tx, userId, tier, 'CHICKEN');
  }
  return { tier, endsAt };
}

/** The month that a payment paid is no credit for a higher tier any more. @param payment its key */
export async function subscriptionUnpaid(tx: Tx, payment: string): Promise<void> {
  const [, id, periods] = /^sub:([0-9a-f-]{36}):(\d+)$/.exec(payment) ?? [];
  if (id !== undefined) await setWorthless(tx, id, Number(periods));
}
