import { maxPartners, type RealmPartners, type Tier, tierLimits, usernameProblem } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { recordActivity } from '../../audit/activity.ts';
import { findLogin } from '../../identity/users/user-login.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { lockVisibleRealm, visibleRealm } from '../realm-access.ts';
import { mayShare, partnerObstacle } from '../realm-policy.ts';
import { insertPartner } from './partner-queries.ts';
import { partnersView } from './realm-partners.ts';

/** Nicknames that one account tries in ten minutes: whether there is such an account is not for guessing. */
const maxTries = 60;
const windowSeconds = 10 * 60;

/**
 * Makes a player a co-owner, by his nickname.
 * @throws AppError realm_unknown, forbidden, realm_partner_empty, realm_partner_tier, user_unknown, realm_partner_self,
 * realm_partner_already, realm_partner_limit, rate_limited
 */
export async function realmPartnerAdd(
  ctx: Context,
  { actor, params, body }: CallOf<'realmPartnerAdd'>,
): Promise<RealmPartners> {
  const before = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayShare(actor.userId, before)) throw new AppError('forbidden');
  if (body.username === '') throw new AppError('realm_partner_empty');
  assertMayAdd(before.ownerTier as Tier);
  await consumeRateLimit(ctx.db, { key: `partner-add:${actor.userId}`, max: maxTries, seconds: windowSeconds });
  const player = usernameProblem(body.username) === null ? await findLogin(ctx, body.username) : null;
  if (!player) throw new AppError('user_unknown');

  return ctx.db.transaction().execute(async (tx) => {
    // Before the realm, as whoever changes tiers does it.
    assertMayAdd(await lockTier(tx, actor.userId));
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    const obstacle = partnerObstacle(row, player.id);
    if (obstacle) throw new AppError(obstacle, { limit: maxPartners });
    await insertPartner(tx, row.id, player.id);
    await recordActivity(tx, { realmId: row.id, actor, action: 'partnerAdd', what: player.nickname });
    return partnersView(tx, row);
  });
}

function assertMayAdd(tier: Tier): void {
  if (tierLimits[tier].coOwners !== 'add') throw new AppError('realm_partner_tier');
}
