import type { SshKeys } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { chatPassword } from '../chat/chat-password.ts';
import { lockLogin } from '../users/user-login.ts';
import { readPublicKey } from './read-public-key.ts';
import { insertSshKey, listSshKeys } from './ssh-key-queries.ts';
import { sshKeysOf } from './ssh-keys.ts';

/** Of one account. */
const maxKeys = 20;

/**
 * For whoever knows the password: a key is a way in that asks for nothing else.
 * @throws AppError ssh_key_invalid, ssh_key_private, ssh_key_weak, ssh_key_known, ssh_key_limit, chat_password_wrong, rate_limited
 */
export async function sshKeyAdd(ctx: Context, { actor, body }: CallOf<'sshKeyAdd'>): Promise<SshKeys> {
  const key = readPublicKey(body.public_key);
  await chatPassword(ctx, actor.userId, body.user_password);
  await ctx.db.transaction().execute(async (tx) => {
    await lockLogin(tx, actor.userId);
    if ((await listSshKeys(tx, actor.userId)).length >= maxKeys)
      throw new AppError('ssh_key_limit', { limit: maxKeys });
    if (!(await insertSshKey(tx, actor.userId, key))) throw new AppError('ssh_key_known');
  });
  ctx.log.info({ userId: actor.userId, fingerprint: key.fingerprint }, 'a key of SFTP was added');
  return sshKeysOf(ctx, actor.userId);
}
