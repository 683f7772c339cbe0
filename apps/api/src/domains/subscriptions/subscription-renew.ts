import type { Tier } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { chatNotify } from '../chat/chat-notify.ts';
import { realmsApplyTier } from '../realms/realms-under-tier.ts';
import { subscriptionProducts } from '../shop/subscription-products.ts';
import { lockTier, setTier } from '../users/user-tier.ts';
import { walletLockBalance, walletSpend } from '../wallet/wallet-spend.ts';
import { subscriptionWords } from './subscription-words.ts';
import {
  endSubscription,
  lockDue,
  lockUnwarned,
  renewSubscription,
  setWarned,
  type SubscriptionRow,
} from './subscription-queries.ts';

/** How many are done in one go, so that the job ends. */
const maxAtOnce = 1_000;

/** Renews what has come to the end of its month, where the coins are there; the rest falls back to CHICKEN. */
export async function subscriptionsRenew(ctx: Context): Promise<void> {
  await repeat(() =>
    ctx.db.transaction().execute(async (tx) => {
      const row = await lockDue(tx);
      if (row) await renewOrEnd(tx, row);
      return row !== undefined;
    }),
  );
}

/** Tells those whose month ends soon and will not be renewed. */
export async function subscriptionsWarn(ctx: Context): Promise<void> {
  await repeat(async () => {
    const told = await ctx.db.transaction().execute(async (tx) => {
      const row = await lockUnwarned(tx);
      if (!row) return null;
      await setWarned(tx, row.id);
      return { row, renewable: (await renewalPrice(tx, row)) !== null };
    });
    if (told && !told.renewable) {
      await chatNotify(ctx, told.row.user_id, (language) => subscriptionWords[language].ends(told.row));
    }
    return told !== null;
  });
}

async function renewOrEnd(tx: Tx, row: SubscriptionRow): Promise<void> {
  await lockTier(tx, row.user_id);
  const price = await renewalPrice(tx, row);
  if (price === null) {
    await endSubscription(tx, row.id);
    await setTier(tx, row.user_id, 'CHICKEN');
    await realmsApplyTier(tx, row.user_id, row.tier as Tier, 'CHICKEN');
    return;
  }
  await walletSpend(tx, { userId: row.user_id, coins: price, key: `sub:${row.id}:${row.periods + 1}`, ref: row.id });
  await renewSubscription(tx, row.id, price);
}

/** What the next month costs; null if there will be none: cancelled, no longer sold, or too few coins. */
async function renewalPrice(tx: Tx, row: SubscriptionRow): Promise<number | null> {
  if (row.cancelled_at) return null;
  const product = (await subscriptionProducts(tx)).get(row.tier as Tier);
  if (!product) return null;
  const { spendable } = await walletLockBalance(tx, row.user_id);
  return spendable >= product.price ? product.price : null;
}

async function repeat(step: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < maxAtOnce; done += 1) if (!(await step())) return;
}
