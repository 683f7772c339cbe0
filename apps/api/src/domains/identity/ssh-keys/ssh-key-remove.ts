import type { SshKeys } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { endSessionsOfKey } from '../sessions/session-queries.ts';
import { deleteSshKey, lockSshKey } from './ssh-key-queries.ts';
import { sshKeysOf } from './ssh-keys.ts';

/** Ends the connections that it has begun, too. @throws AppError ssh_key_unknown, also for the key of another account */
export async function sshKeyRemove(ctx: Context, { actor, params }: CallOf<'sshKeyRemove'>): Promise<SshKeys> {
  await ctx.db.transaction().execute(async (tx) => {
    // A log-in by it either has its session by now, or finds it gone.
    if (!(await lockSshKey(tx, actor.userId, params.id))) throw new AppError('ssh_key_unknown');
    await endSessionsOfKey(tx, actor.userId, params.id);
    await deleteSshKey(tx, params.id);
  });
  return sshKeysOf(ctx, actor.userId);
}
