import type { Realm } from '@realmkeep/contract';
import { RuntimeError } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { noteActivity } from '../audit/activity.ts';
import { visibleRealm } from './realm-access.ts';
import { mayConfigure } from './realm-policy.ts';
import { recordSpawn } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** Moves of one account in ten minutes. */
const movesMax = 60;
const windowSeconds = 10 * 60;

/**
 * Moves where players appear. The world keeps it, so its server must run, which is the judge of whether that is inside it.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running, realm_spawn_outside
 */
export async function realmSpawnSet(ctx: Context, { actor, params, body }: CallOf<'realmSpawnSet'>): Promise<Realm> {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayConfigure(actor.userId, row)) throw new AppError('forbidden');
  await consumeRateLimit(ctx.db, { key: `spawn:${actor.userId}`, max: movesMax, seconds: windowSeconds });
  const spawn = { x: body.spawnX, y: body.spawnY, z: body.spawnZ };
  try {
    await ctx.runtime.moveSpawn(row.id, spawn);
  } catch (error) {
    if (error instanceof RuntimeError && error.code === 'not_running') throw new AppError('realm_not_running');
    if (error instanceof RuntimeError && error.code === 'spawn_outside') throw new AppError('realm_spawn_outside');
    throw error;
  }
  await recordSpawn(ctx.db, row.id, spawn);
  await noteActivity(ctx, { realmId: row.id, actor, action: 'spawn', what: Object.values(spawn).join(' ') });
  return realmView(ctx, actor.userId, { ...row, spawn_x: spawn.x, spawn_y: spawn.y, spawn_z: spawn.z });
}
