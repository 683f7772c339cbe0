import type { Context } from '../../../context.ts';
import { networkOf } from '../../../http/connections/network.ts';
import { resetRateLimit, refundRateLimit, consumeRateLimit } from '../../../limits/rate-limit.ts';
import { listSessionAddresses } from '../sessions/auth-queries.ts';

const loginSeconds = 15 * 60;
const challengeSeconds = 10 * 60;
/** How many times one network's allowance an account grants all unknown networks together. */
const strangersShare = 10;

export type LoginDoor = 'page' | 'sftp';

interface LoginAttempt {
  door: LoginDoor;
  username: string;
  /** null: there is no such account, which takes as long. */
  userId: string | null;
  ip: string;
}

/**
 * Counts a login attempt before its password is checked. A network has an allowance over all accounts, and a smaller one for each account.
 * All networks together also have one for each account, against guessing from many machines; networks that the account has logged in from
 * are exempt, so that strangers who use it up do not lock the player out at home.
 * @returns what was consumed
 * @throws AppError rate_limited
 */
export async function consumeLoginLimit(
  ctx: Context,
  { door, username, userId, ip }: LoginAttempt,
): Promise<LoginAttemptTaken> {
  const { loginsPerAccount, loginsPerAddress } = ctx.config.limits;
  const network = networkOf(ip);
  // The page's own were named so before there was another door.
  const kind = door === 'page' ? 'login' : `login-${door}`;
  const address = `${kind}:address:${network}`;
  const everybodys = `${kind}:account:${username.toLowerCase()}`;
  // The name is whatever was typed: it comes last, so that no name makes another's key.
  const taken = { account: `${kind}:network:${network}:${username.toLowerCase()}`, shared: [address] };
  await consumeRateLimit(ctx.db, { key: address, max: loginsPerAddress, seconds: loginSeconds });
  await consumeRateLimit(ctx.db, { key: taken.account, max: loginsPerAccount, seconds: loginSeconds });
  const known = userId === null ? [] : await listSessionAddresses(ctx.db, userId);
  if (known.some((known) => networkOf(known) === network)) return taken;
  await consumeRateLimit(ctx.db, { key: everybodys, max: loginsPerAccount * strangersShare, seconds: loginSeconds });
  return { ...taken, shared: [address, everybodys] };
}

/** The limits that an attempt has consumed: for this account from this network, and shared ones. */
interface LoginAttemptTaken {
  account: string;
  shared: readonly string[];
}

/** After the right password the network starts afresh with this account, and the attempt counts nowhere: it was no guess. */
export async function resetLoginLimit(ctx: Context, { account, shared }: LoginAttemptTaken): Promise<void> {
  await resetRateLimit(ctx.db, account);
  for (const key of shared) await refundRateLimit(ctx.db, key);
}

/** For calls that ask a logged-in player for the password again. @throws AppError rate_limited */
export function consumePasswordLimit(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.loginsPerAccount;
  return consumeRateLimit(ctx.db, { key: passwordKey(userId), max, seconds: loginSeconds });
}

export function resetPasswordLimit(ctx: Context, userId: string): Promise<void> {
  return resetRateLimit(ctx.db, passwordKey(userId));
}

/** @throws AppError rate_limited */
export function consumeChallengeLimit(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.challengesPerAccount;
  return consumeRateLimit(ctx.db, { key: `challenge:${userId}`, max, seconds: challengeSeconds });
}

function passwordKey(userId: string): string {
  return `password:${userId}`;
}

const messageSeconds = 10 * 60;

/** Counts a direct message to the player's chat account, whatever it is about. @throws AppError rate_limited */
export function consumeMessageLimit(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.messagesPerAccount;
  return consumeRateLimit(ctx.db, { key: `message:${userId}`, max, seconds: messageSeconds });
}
