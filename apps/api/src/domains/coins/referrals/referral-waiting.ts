import type { ReferralWait, WaitingCoins } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { snowflakeDate } from '../../../integrations/chat/snowflake.ts';
import { linkPlatform } from '../../identity/chat/chat-account.ts';
import { bonusCoins } from '../wallet/wallet-bonus.ts';
import { bonusWait } from './referral-policy.ts';
import { findWaiting, type WaitingRow } from './referral-queries.ts';

/** Coins of a player's referrals that are still to come, and what they wait for. */
export async function referralWaiting(ctx: Context, userId: string): Promise<WaitingCoins[]> {
  const rows = await findWaiting(ctx.db, linkPlatform(ctx), { userId });
  return rows.flatMap((row) => {
    const wait = waitOf(row, ctx.config.referrals.minimumDays);
    if (!wait) return [];
    const own = row.own === true;
    const subject = own ? row.referrer : row.referred;
    const share = { kind: 'REFERRAL_SHARE' as const, subject, own, coins: row.accrued, wait };
    const bonus = { kind: 'REFERRAL_BONUS' as const, subject, own, coins: bonusCoins, wait };
    return own || row.accrued === 0 ? [bonus] : [bonus, share];
  });
}

/** @returns null when it waits for nothing */
export function waitOf({ chatId, addressVerified, spent }: WaitingRow, minimumDays: number): ReferralWait | null {
  const account = chatId === null ? null : { bornAt: snowflakeDate(chatId), addressVerified, spent };
  return bonusWait({ account, minimumDays, now: new Date() });
}
