import type { Tx } from '../../../db/pool.ts';
import { snowflakeDate } from '../../../integrations/chat/snowflake.ts';
import type { Context } from '../../../context.ts';
import { isUnreachable } from '../../../http/errors.ts';
import type { LinkedAccount } from '../../identity/chat/chat-verify.ts';
import { sessionsInCommon } from '../../identity/sessions/session-places.ts';
import { lockChatAccount } from '../../identity/chat/chat-account.ts';
import { walletBonus } from '../wallet/wallet-grant.ts';
import { walletGrantShares } from '../wallet/wallet-shares.ts';
import { bonusWait } from './referral-policy.ts';
import {
  hasHeld,
  insertClaim,
  insertHolder,
  lockReferralOf,
  markVerified,
  hasHolderInCommon,
  listRipe,
} from './referral-queries.ts';

interface ReferralRules {
  /** Minimum age of a chat account, in days. */
  minimumDays: number;
  /** Coins that a referrer may be granted in a month, by UTC. */
  monthlyShares: number;
}

/**
 * Call this whenever a chat account is linked, within its transaction, and for accounts that were too young then. If the player was
 * referred, the referral becomes VERIFIED, both players get the bonus, and the referrer the shares accrued so far: once ever for a chat
 * account and once ever for a referred player, whatever is unlinked, linked again or deleted. A chat account that is too young or has no
 * verified address earns nothing yet; one that has earned before, or that the referrer has ever linked, never will. Nobody can tell whether
 * a second chat account also belongs to the referrer.
 */
export async function referralVerify(
  tx: Tx,
  { minimumDays, monthlyShares }: ReferralRules,
  { userId, platform, id, email }: LinkedAccount,
): Promise<void> {
  const chatAccount = `${platform}:${id}`;
  await insertHolder(tx, chatAccount, userId);
  const referral = await lockReferralOf(tx, userId);
  if (!referral || referral.status === 'VERIFIED') return;
  const { id: referralId, referrerId } = referral;
  const spent = await hasHeld(tx, chatAccount, referrerId);
  const account = { bornAt: snowflakeDate(id), addressVerified: email !== null, spent };
  if (bonusWait({ account, minimumDays, now: new Date() })) return;
  if (!(await insertClaim(tx, { chatAccount, referredId: userId, referrerId, referralId }))) return;
  await markVerified(tx, referralId);
  await walletBonus(tx, { referralId, referrerId, referredId: userId });
  await walletGrantShares(tx, { referralId, referrerId, monthlyShares });
}

/** A player has registered through another's invitation. The referral is NOT_VERIFIED. */
export async function referralBegin(tx: Tx, referrerId: string, referredId: string): Promise<void> {
  await tx.insertInto('referrals').values({ referrer_id: referrerId, referred_id: referredId }).execute();
}

interface PaymentReferral {
  referralId: string;
  referrerId: string;
  verified: boolean;
}

/**
 * The referral that a payment counts for; its state is locked until the transaction ends. null when nobody referred the payer, or when the
 * payer or the recipient of the coins is the referrer: the same account, a chat account that both have ever linked, or sessions of one
 * browser.
 */
export async function referralOfPayment(
  tx: Tx,
  { payerId, recipientId }: { payerId: string; recipientId: string },
): Promise<PaymentReferral | null> {
  const referral = await lockReferralOf(tx, payerId);
  if (!referral) return null;
  const { referrerId } = referral;
  const others = [payerId, recipientId];
  if (recipientId === referrerId) return null;
  if (await hasHolderInCommon(tx, referrerId, others)) return null;
  if (await sessionsInCommon(tx, referrerId, others)) return null;
  return { referralId: referral.id, referrerId, verified: referral.status === 'VERIFIED' };
}

const atOnce = 100;

/**
 * Verifies the referrals whose chat accounts were too young when they were linked and are old enough now. Any number of processes may do
 * this at once.
 */
export async function referralsRipen(ctx: Context): Promise<void> {
  const { chat, config, db } = ctx;
  if (!chat) return;
  const bornBefore = new Date(Date.now() - config.referrals.minimumDays * 24 * 3_600_000);
  for (const { userId } of await listRipe(db, chat.name, bornBefore, atOnce)) {
    await db
      .transaction()
      .execute(async (tx) => {
        const account = await lockChatAccount(tx, chat.name, userId);
        if (account) await referralVerify(tx, config.referrals, { userId, platform: chat.name, ...account });
      })
      .catch((error: unknown) => {
        if (isUnreachable(error)) throw error;
        ctx.log.error({ err: error, referred: userId }, 'failed to verify a referral');
      });
  }
}
