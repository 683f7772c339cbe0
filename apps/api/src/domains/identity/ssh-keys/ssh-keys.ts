import type { SshKeys } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { listSshKeys, deleteSshKey, lockSshKey, insertSshKey } from './ssh-key-queries.ts';
import { AppError } from '../../../http/app-error.ts';
import { endSessionsOfKey } from '../sessions/session-queries.ts';
import { chatPassword } from '../chat/chat-link.ts';
import { lockLogin } from '../users/user-login.ts';
import { readPublicKey } from './read-public-key.ts';

export const sshKeys: Handler<'sshKeys'> = (ctx, { actor }) => sshKeysOf(ctx, actor.userId);

async function sshKeysOf(ctx: Context, userId: string): Promise<SshKeys> {
  const rows = await listSshKeys(ctx.db, userId);
  return {
    sftp: ctx.config.sftpPort !== null,
    keys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      type: row.public_key.subarray(4, 4 + row.public_key.readUInt32BE()).toString('latin1'),
      fingerprint: row.fingerprint,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Also closes the connections begun with it. @throws AppError ssh_key_unknown, also for another account's key */
export const sshKeyRemove: Handler<'sshKeyRemove'> = async (ctx, { actor, params }) => {
  await ctx.db.transaction().execute(async (tx) => {
    // A login with it has either begun its session by now, or will not find the key.
    if (!(await lockSshKey(tx, actor.userId, params.id))) throw new AppError('ssh_key_unknown');
    await endSessionsOfKey(tx, actor.userId, params.id);
    await deleteSshKey(tx, params.id);
  });
  return sshKeysOf(ctx, actor.userId);
};

/** Per account. */
const maxKeys = 20;

/**
 * Requires the password: a key is a way in that asks for nothing else.
 * @throws AppError ssh_key_invalid, ssh_key_private, ssh_key_weak, ssh_key_known, ssh_key_limit, chat_password_wrong, rate_limited
 */
export const sshKeyAdd: Handler<'sshKeyAdd'> = async (ctx, { actor, body }) => {
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
};
