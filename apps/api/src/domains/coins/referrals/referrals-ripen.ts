import type { Context } from '../../../context.ts';
import { lockChatAccount } from '../../identity/chat/chat-account.ts';
import { isUnreachable } from '../../../http/errors.ts';
import { listRipe } from './referral-queries.ts';
import { referralVerify } from './referral-verify.ts';

const atOnce = 100;

/**
 * Verifies the referrals whose chat accounts were too young when they were linked, and are old enough now. Any number of processes may
 * do it at once.
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
