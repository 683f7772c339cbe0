import type { ReferralWait } from '@realmkeep/contract';

const dayMs = 24 * 3_600_000;

/** What decides whether an unverified referral earns its bonus. */
export interface BonusCase {
  /** The referred player's chat account; null when none is linked. */
  account: {
    bornAt: Date;
    /** Whether it has a verified email address. */
    addressVerified: boolean;
    /** Whether it has earned a bonus before, or the referrer has ever linked it. */
    spent: boolean;
  } | null;
  /** Of a chat account. */
  minimumDays: number;
  now: Date;
}

/** What the bonus is waiting for; null when nothing. */
export function bonusWait({ account, minimumDays, now }: BonusCase): ReferralWait | null {
  if (!account) return { reason: 'LINK', until: null };
  if (account.spent) return { reason: 'SPENT', until: null };
  if (!account.addressVerified) return { reason: 'ADDRESS', until: null };
  const until = new Date(account.bornAt.getTime() + minimumDays * dayMs);
  return until > now ? { reason: 'AGE', until: until.toISOString() } : null;
}
