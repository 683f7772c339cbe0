import type { ActivityAction, Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { recordActivity, noteActivity } from '../audit/activity.ts';
import { answerOfRealm } from './answer-of-realm.ts';
import { lockVisibleRealm, visibleRealm } from './realm-access.ts';
import { mayChooseWakers, mayDescribe, mayProtect, mayConfigure } from './realm-policy.ts';
import { type RealmRow, updateSettings, recordSpawn } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown, forbidden */
export const realmWakersSet: Handler<'realmWakersSet'> = (ctx, { actor, params, body }) =>
  change(ctx, actor.userId, params.id, 'wakers', mayChooseWakers, { wake_by: body.wakers });

/** @throws AppError realm_unknown, forbidden */
export const realmDescriptionSet: Handler<'realmDescriptionSet'> = (ctx, { actor, params, body }) =>
  change(ctx, actor.userId, params.id, 'description', mayDescribe, { description: body.description });

/** @throws AppError realm_unknown, forbidden */
export const realmProtectionSet: Handler<'realmProtectionSet'> = (ctx, { actor, params, body }) =>
  change(ctx, actor.userId, params.id, 'protection', mayProtect, { protected: body.protectedRealm });

function change(
  ctx: Context,
  userId: string,
  id: string,
  action: ActivityAction,
  may: (userId: string, realm: RealmRow) => boolean,
  columns: Partial<RealmRow>,
): Promise<Realm> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, userId, id);
    if (!may(userId, row)) throw new AppError('forbidden');
    await updateSettings(tx, row.id, columns);
    await recordActivity(tx, { realmId: row.id, actor: { userId }, action });
    return realmView(ctx, userId, { ...row, ...columns });
  });
}

/** Moves that one account may make in ten minutes. */
const movesMax = 60;
const windowSeconds = 10 * 60;

/**
 * Moves the spawn point. It is stored in the world, so the server must run, and decides whether the place is inside the world.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running, realm_spawn_outside
 */
export const realmSpawnSet: Handler<'realmSpawnSet'> = async (ctx, { actor, params, body }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayConfigure(actor.userId, row)) throw new AppError('forbidden');
  await consumeRateLimit(ctx.db, { key: `spawn:${actor.userId}`, max: movesMax, seconds: windowSeconds });
  const spawn = { x: body.spawnX, y: body.spawnY, z: body.spawnZ };
  await answerOfRealm(ctx.runtime.moveSpawn(row.id, spawn));
  await recordSpawn(ctx.db, row.id, spawn);
  await noteActivity(ctx, { realmId: row.id, actor, action: 'spawn', what: Object.values(spawn).join(' ') });
  return realmView(ctx, actor.userId, { ...row, spawn_x: spawn.x, spawn_y: spawn.y, spawn_z: spawn.z });
};
