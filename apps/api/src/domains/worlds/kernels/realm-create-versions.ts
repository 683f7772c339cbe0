import { builtinVersion, eulaUrl, type RealmCreateVersions } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { javaMajors } from '../../../integrations/kernels/known-java.ts';
import { findAcceptance } from './kernel-queries.ts';
import { versionsFrom } from './realm-kernel-versions.ts';

/** @throws AppError kernel_unavailable */
export async function realmCreateVersions(
  ctx: Context,
  { actor, query }: CallOf<'realmCreateVersions'>,
): Promise<RealmCreateVersions> {
  const [versions, java, accepted] = await Promise.all([
    versionsFrom(ctx, query.kernel, builtinVersion),
    javaMajors(ctx.javaRuntimes),
    findAcceptance(ctx.db, actor.userId, eulaUrl),
  ]);
  return { ...versions, java, accepted: accepted?.toISOString() ?? null };
}
