import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { RuntimeError } from '@realmkeep/runtime';
import { noteActivity } from '../../audit/activity.ts';
import { visibleRealm } from '../realm-access.ts';
import { configurable } from './realm-access-rules.ts';
import { isGuest, visitorsOf } from './visitors-of.ts';
import { listVisitors } from './visitor-queries.ts';

/** @throws AppError realm_unknown */
export async function realmVisitors(ctx: Context, { actor, params, query }: CallOf<'realmVisitors'>) {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  const list = await listVisitors(ctx.db, id, query);
  const present = visitorsOf(ctx, id);
  return {
    ...list,
    items: list.items.map(({ nickname, guest, first_seen, last_seen, listed, operator, banned }) => {
      const key = nickname.toLowerCase();
      const here = present.find((one) => one.nickname.toLowerCase() === key && isGuest(one) === guest);
      const [firstSeen, lastSeen] = [first_seen.toISOString(), last_seen.toISOString()];
      return { nickname, guest, firstSeen, lastSeen, name: here?.name ?? null, listed, operator, banned };
    }),
  };
}

/**
 * By the console's own command, which every server has.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_player_offline, realm_not_running
 */
export async function realmKick(ctx: Context, { actor, params, body }: CallOf<'realmKick'>): Promise<null> {
  const row = await configurable(ctx, actor.userId, params.id);
  const present = visitorsOf(ctx, row.id).find(({ name }) => name.toLowerCase() === body.name.toLowerCase());
  if (!present) throw new AppError('realm_player_offline');
  const by = row.managers.find(({ userId }) => userId === actor.userId)?.nickname ?? null;
  try {
    await ctx.runtime.command(row.id, `kick ${present.name} ${body.reason}`.trimEnd(), by);
  } catch (error) {
    throw error instanceof RuntimeError && error.code === 'not_running' ? new AppError('realm_not_running') : error;
  }
  await noteActivity(ctx, { realmId: row.id, actor, action: 'kick', what: present.name });
  return null;
}
