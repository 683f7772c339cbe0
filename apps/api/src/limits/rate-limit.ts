import { createHash } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import { AppError } from '../http/app-error.ts';
import { countAttempt, countAttemptBelow, deleteAttempts, findAttempts, uncountAttempt } from './rate-limit-queries.ts';

interface RateLimit {
  /** What is limited and whose it is, as `login:account:<name>`. Stored as a hash: of any length, and told to nobody. */
  key: string;
  /** Attempts in one window. */
  max: number;
  /** How long a window is. It begins with the first attempt. */
  seconds: number;
}

/**
 * Takes one attempt of the allowance, counted over every process. Not for within a transaction: one that is rolled back would give the
 * attempt back.
 * @throws AppError rate_limited with the seconds until the window ends
 */
export async function consumeRateLimit(db: Db, { key, max, seconds }: RateLimit): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, stored(key), seconds);
  if (count > max) throw new AppError('rate_limited', { seconds: Math.max(1, secondsLeft) });
}

/** Gives this one attempt back. */
export function refundRateLimit(db: Db, key: string): Promise<void> {
  return uncountAttempt(db, stored(key));
}

/**
 * Takes one attempt as long as fewer than `max` are taken; one that is refused is not counted. Not for within a transaction either.
 * @returns how many there are in the window now, and the seconds until it ends
 */
export async function consumeRateLimitBelow(
  db: Db,
  { key, max, seconds }: RateLimit,
): Promise<{ taken: boolean; count: number; secondsLeft: number }> {
  const counted = await countAttemptBelow(db, stored(key), seconds, max);
  if (counted) return { taken: true, ...counted };
  return { taken: false, ...(await findAttempts(db, stored(key))) };
}

/** Gives the whole allowance back. */
export function resetRateLimit(db: Db, key: string): Promise<void> {
  return deleteAttempts(db, stored(key));
}

function stored(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
