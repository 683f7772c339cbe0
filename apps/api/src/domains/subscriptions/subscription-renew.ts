import type { Tier } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { isUnreachable } from '../../http/errors.ts';
import { promptQueue } from '../identity/chat/prompt-queue.ts';
import { realmsApplyTier } from '../realms/realms-overlimit.ts';
import { subscriptionKept } from '../shop/product-list.ts';
import { lockTier, setTier } from '../identity/users/user-tier.ts';
import { walletBalance } from '../coins/wallet/wallet-statement.ts';
import { walletLockBalance, walletSpend } from '../coins/wallet/wallet-spend.ts';
import { subscriptionMessages } from './subscription-messages.ts';
import {
  endSubscription,
  listDue,
  listUnwarned,
  lockDue,
  renewSubscription,
  setWarned,
  type SubscriptionRow,
} from './subscription-queries.ts';

/** How many are renewed in one run, so that the job ends. */
const maxAtOnce = 1_000;
/** How many are looked at in one query. */
const partSize = 500;
/** The time for which realms above the limit are kept. */
const noticeSeconds = 14 * 24 * 3600;

/** Renews subscriptions at the end of their month if there are enough coins; the others fall back to CHICKEN. */
export async function subscriptionsRenew(ctx: Context): Promise<void> {
  await each(ctx, await listDue(ctx.db, maxAtOnce), ({ id, user_id: userId }) =>
    ctx.db.transaction().execute(async (tx) => {
      // The account before its subscription, in the order in which subscribing locks them.
      await lockTier(tx, userId);
      const row = await lockDue(tx, id);
      if (row) await renewOrEnd(ctx, tx, row);
    }),
  );
}

/** Notifies those whose month ends soon and will not be renewed. Those with enough coins now are checked again until the end. */
export async function subscriptionsWarn(ctx: Context): Promise<void> {
  let rows: SubscriptionRow[] = [];
  do {
    rows = await listUnwarned(ctx.db, partSize, rows.at(-1));
    await each(ctx, rows, async (row) => {
      if (await hasNextMonth(ctx, row)) return;
      await ctx.db.transaction().execute(async (tx) => {
        if (await setWarned(tx, row))
          await tell(ctx, tx, row, 'ends', (row.period_ends_at.getTime() - Date.now()) / 1000);
      });
    });
  } while (rows.length === partSize);
}

/** A failure of one does not hold up the others, unless the database is away. */
async function each<Row extends { id: string }>(
  { log }: Context,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    await work(row).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      log.error({ err: error, subscription: row.id }, 'failed to handle a subscription');
    });
  }
}

async function renewOrEnd(ctx: Context, tx: Tx, row: SubscriptionRow): Promise<void> {
  const price = await renewalPrice(tx, row);
  if (price === null) {
    await endSubscription(tx, row.id);
    await setTier(tx, row.user_id, 'CHICKEN');
    await realmsApplyTier(tx, row.user_id, row.tier as Tier, 'CHICKEN');
    // Those who wanted it renewed.
    if (!row.cancelled_at) await tell(ctx, tx, row, 'failed', noticeSeconds);
    return;
  }
  await walletSpend(tx, { userId: row.user_id, coins: price, key: `sub:${row.id}:${row.periods + 1}`, ref: row.id });
  await renewSubscription(tx, row.id, price);
}

/** @param seconds for how long sending is tried */
function tell(ctx: Context, tx: Tx, row: SubscriptionRow, what: 'ends' | 'failed', seconds: number): Promise<void> {
  return promptQueue(ctx, tx, row.user_id, (language) => {
    const { coins, plans, ...messages } = subscriptionMessages[language];
    const shop = `${ctx.config.publicUrl}/shop`;
    return {
      content: messages[what](row),
      choices: [
        { row: 0, label: coins, type: 'LINK', link: shop },
        { row: 0, label: plans, type: 'LINK', link: `${shop}?category=PRIVILEGES` },
      ],
      payload: { kind: 'notice' },
      seconds,
    };
  });
}

/** Whether the month would be renewed with what the player has now, less the coins that expire before. */
async function hasNextMonth({ db }: Context, row: SubscriptionRow): Promise<boolean> {
  const product = await subscriptionKept(db, row.product_id, row.tier as Tier);
  if (row.cancelled_at || !product) return false;
  const { coins, expiring, debt } = await walletBalance(db, row.user_id);
  const lasting = expiring.filter((lot) => Date.parse(lot.expiration_date) > row.period_ends_at.getTime());
  const spendable = lasting.reduce((sum, { amount }) => sum + amount, coins);
  return debt === 0 && spendable >= product.price;
}

/** What the next month costs; null if there will be none: cancelled, no longer sold, or too few coins. */
async function renewalPrice(tx: Tx, row: SubscriptionRow): Promise<number | null> {
  if (row.cancelled_at) return null;
  const product = await subscriptionKept(tx, row.product_id, row.tier as Tier);
  if (!product) return null;
  const { spendable } = await walletLockBalance(tx, row.user_id);
  return spendable >= product.price ? product.price : null;
}
