import type { SshKeys } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { listSshKeys } from './ssh-key-queries.ts';

export function sshKeys(ctx: Context, { actor }: CallOf<'sshKeys'>): Promise<SshKeys> {
  return sshKeysOf(ctx, actor.userId);
}

export async function sshKeysOf(ctx: Context, userId: string): Promise<SshKeys> {
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
