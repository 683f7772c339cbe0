import { kitCommands, prefixLine } from '@realmkeep/realm-protocol';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { noteActivity, recordActivity } from '../../audit/activity.ts';
import { answerOfRealm } from '../answer-of-realm.ts';
import { lockVisibleRealm } from '../realm-access.ts';
import type { RealmRow } from '../realm-queries.ts';
import { realmView } from '../realm-views.ts';
import { putPrefix } from './access-queries.ts';
import { realmToChange } from './realm-access-rules.ts';
import { visitorsOf } from './realm-visitors.ts';

/* What managers do in the game from the page, by commands of the console that every server has. */

/** @throws AppError realm_unknown, forbidden, rate_limited, realm_player_offline, realm_not_running */
export const realmKick: Handler<'realmKick'> = async (ctx, { actor, params, body }) => {
  const row = await realmToChange(ctx, actor.userId, params.id);
  const name = playing(ctx, row.id, body.name);
  await typeInConsole(ctx, row, actor.userId, [`kick ${name} ${body.reason}`.trimEnd()]);
  await noteActivity(ctx, { realmId: row.id, actor, action: 'kick', what: name });
  return null;
};

/** @throws AppError realm_unknown, forbidden, rate_limited, realm_game_tier, realm_not_running */
export const realmWeatherSet: Handler<'realmWeatherSet'> = async (ctx, { actor, params, body: { weather } }) => {
  const row = await realmToChange(ctx, actor.userId, params.id);
  if (!tierLimits[row.ownerTier as Tier].weather) throw new AppError('realm_game_tier');
  await typeInConsole(ctx, row, actor.userId, [`weather ${weather}`]);
  await noteActivity(ctx, { realmId: row.id, actor, action: 'weather', what: weather });
  return null;
};

/** @throws AppError realm_unknown, forbidden, rate_limited, realm_game_tier, realm_player_offline, realm_not_running */
export const realmKitGive: Handler<'realmKitGive'> = async (ctx, { actor, params, body: { name, kit } }) => {
  const row = await realmToChange(ctx, actor.userId, params.id);
  if (!tierLimits[row.ownerTier as Tier].kits) throw new AppError('realm_game_tier');
  const player = playing(ctx, row.id, name);
  await typeInConsole(ctx, row, actor.userId, kitCommands(kit, player));
  await noteActivity(ctx, { realmId: row.id, actor, action: 'kit', what: `${player}: ${kit}` });
  return null;
};

/** For the caller's own nickname. @throws AppError realm_unknown, forbidden, rate_limited, realm_game_tier */
export const realmPrefixSet: Handler<'realmPrefixSet'> = async (ctx, { actor, params, body: { prefix } }) => {
  await realmToChange(ctx, actor.userId, params.id);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (prefix && !tierLimits[row.ownerTier as Tier].personalPrefix) throw new AppError('realm_game_tier');
    await putPrefix(tx, row.id, actor.userId, prefix ? prefixLine(prefix) : '');
    await recordActivity(tx, { realmId: row.id, actor, action: 'prefix', what: prefix?.text ?? '' });
    return realmView(ctx, actor.userId, await lockVisibleRealm(tx, actor.userId, params.id));
  });
};

/** The name that a player who is online plays under, as the realm spells it. @throws AppError realm_player_offline */
function playing(ctx: Context, id: string, name: string): string {
  const present = visitorsOf(ctx, id).find((visitor) => visitor.name.toLowerCase() === name.toLowerCase());
  if (!present) throw new AppError('realm_player_offline');
  return present.name;
}

/** @throws AppError realm_not_running */
async function typeInConsole(ctx: Context, row: RealmRow, userId: string, lines: readonly string[]): Promise<void> {
  const by = row.managers.find((manager) => manager.userId === userId)?.nickname ?? null;
  for (const line of lines) await answerOfRealm(ctx.runtime.command(row.id, line, by));
}
