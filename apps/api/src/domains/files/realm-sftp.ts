import type { RealmSftp } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { chatAccountOf, linkPlatform } from '../identity/chat/chat-account.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { loadLogin } from '../identity/users/user-login.ts';

/** @throws AppError realm_unknown */
export async function realmSftp(ctx: Context, { actor, params }: CallOf<'realmSftp'>): Promise<RealmSftp> {
  const { address } = await visibleRealm(ctx, actor.userId, params.id);
  const { config, sftpKey } = ctx;
  if (sftpKey === null || config.sftpPort === null) return null;
  const { nickname } = await loadLogin(ctx.db, actor.userId);
  return {
    host: new URL(config.publicUrl).hostname,
    port: config.sftpPort,
    username: nickname,
    folder: `/${address}`,
    fingerprint: sftpKey.fingerprint,
    secondStep: Boolean(await chatAccountOf(ctx.db, linkPlatform(ctx), actor.userId)),
  };
}
