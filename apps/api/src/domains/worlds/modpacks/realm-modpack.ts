import type { ModpackProblem, ModpackState, RealmModpack } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { findInstall } from './modpack-queries.ts';

/** For the account that ordered it, even if the realm is gone. @throws AppError realm_unknown */
export async function realmModpack(
  ctx: Context,
  { actor, params }: CallOf<'realmModpack'>,
): Promise<RealmModpack | null> {
  const row = await findInstall(ctx.db, params.id);
  if (row?.user_id !== actor.userId) await visibleRealm(ctx, actor.userId, params.id);
  if (!row) return null;
  const { project_id: projectId, title, version, progress, subject, left_out: leftOut } = row;
  const state = row.state as ModpackState;
  return {
    projectId,
    title,
    version,
    state,
    progress,
    problem: row.problem as ModpackProblem | null,
    subject,
    leftOut,
  };
}
