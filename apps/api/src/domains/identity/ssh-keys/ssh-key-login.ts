import type { Scope, TokenPair } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { sessionBegin } from '../sessions/session-begin.ts';
import { findLogin } from '../users/user-login.ts';
import { parsedKey } from './read-public-key.ts';
import { findSshKey, touchSshKey } from './ssh-key-queries.ts';

interface KeyLogin {
  username: string;
  /** As in RFC 4253, 6.6. */
  publicKey: Buffer;
  /** What was signed, with which hash if the key leaves a choice; null only asks whether the key would be accepted. */
  proof: { signature: Buffer; signed: Buffer; hash: string | undefined } | null;
  tokenName: string;
  scopes: readonly Scope[];
  ip: string;
  userAgent: string;
}

/**
 * Logs in with a key. That is enough even with a linked chat account: whoever added the key had passed the second step and knew the
 * password, and a program that copies files answers no questions.
 * @returns null when the key would be accepted and nothing is signed yet
 * @throws AppError login_invalid, account_blocked, login_cancelled
 */
export async function sshKeyLogin(ctx: Context, login: KeyLogin): Promise<TokenPair | null> {
  const { publicKey, proof, username } = login;
  const user = await findLogin(ctx, username);
  const id = user && (await findSshKey(ctx.db, user.id, publicKey));
  const key = id && parsedKey(publicKey);
  if (!user || !id || !key) throw new AppError('login_invalid');
  if (proof === null) return null;
  // It may be an error, despite the types.
  const isGood: unknown = key.verify(proof.signed, proof.signature, proof.hash);
  if (isGood !== true) throw new AppError('login_invalid');
  const { id: userId, tokenVersion } = user;
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await touchSshKey(tx, id))) throw new AppError('login_invalid');
    return sessionBegin(ctx, tx, { ...login, userId, tokenVersion, sshKeyId: id });
  });
}
