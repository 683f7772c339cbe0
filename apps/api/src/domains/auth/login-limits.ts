import type { Context } from '../../context.ts';
import { networkOf } from '../../http/network.ts';
import { attemptForget, attemptTake } from '../attempts/attempt-take.ts';
import { listSessionAddresses } from './auth-queries.ts';

const loginSeconds = 15 * 60;
const challengeSeconds = 10 * 60;
/** How many times its own allowance an account gives all strange networks together. */
const strangersShare = 10;

interface LoginAttempt {
  username: string;
  /** null: nobody has the name, which costs the same. */
  userId: string | null;
  ip: string;
}

/**
 * Counts an attempt to log in before its password is looked at. A network has its allowance over all accounts, and for each account
 * a smaller one. All networks together have one for each account too, against guessing from many machines; it does not count for networks
 * that the account has a log-in from, so that strangers who use it up do not lock the player out at home.
 * @throws AppError rate_limited
 */
export async function takeLoginAttempt(ctx: Context, { username, userId, ip }: LoginAttempt): Promise<void> {
  const { loginsPerAccount, loginsPerAddress } = ctx.config.limits;
  const network = networkOf(ip);
  await attemptTake(ctx.db, { key: `login:address:${network}`, max: loginsPerAddress, seconds: loginSeconds });
  await attemptTake(ctx.db, { key: accountKey(username, ip), max: loginsPerAccount, seconds: loginSeconds });
  const known = userId === null ? [] : await listSessionAddresses(ctx.db, userId);
  if (known.some((address) => networkOf(address) === network)) return;
  const everybodys = { key: `login:account:${username.toLowerCase()}`, max: loginsPerAccount * strangersShare };
  await attemptTake(ctx.db, { ...everybodys, seconds: loginSeconds });
}

/** After the right password the network begins anew with this account. */
export function forgetLoginAttempts(ctx: Context, { username, ip }: LoginAttempt): Promise<void> {
  return attemptForget(ctx.db, accountKey(username, ip));
}

/** For calls of a logged-in player that want the password once more. @throws AppError rate_limited */
export function takePasswordAttempt(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.loginsPerAccount;
  return attemptTake(ctx.db, { key: passwordKey(userId), max, seconds: loginSeconds });
}

export function forgetPasswordAttempts(ctx: Context, userId: string): Promise<void> {
  return attemptForget(ctx.db, passwordKey(userId));
}

/** @throws AppError rate_limited */
export function takeChallenge(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.challengesPerAccount;
  return attemptTake(ctx.db, { key: `challenge:${userId}`, max, seconds: challengeSeconds });
}

function passwordKey(userId: string): string {
  return `password:${userId}`;
}

function accountKey(username: string, ip: string): string {
  return `login:account:${username.toLowerCase()}:${networkOf(ip)}`;
}
