import {
  maxPartnered,
  maxPartners,
  type RealmPartners,
  type Tier,
  tierLimits,
  usernameProblem,
} from '@realmkeep/contract';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { AppError } from '../../../http/app-error.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { recordActivity } from '../../audit/activity.ts';
import { findLogin } from '../../identity/users/user-login.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { operatorshipsEnd, prefixesDelete, rulesForgetAuthor } from '../players/access-queries.ts';
import { uploadsDelete } from '../../uploads/uploads.ts';
import { lockVisibleRealm, visibleRealm } from '../realm-access.ts';
import { lockRealm, type RealmRow } from '../realm-queries.ts';
import { mayRemovePartner, mayShare, partnerObstacle } from '../realm-policy.ts';
import { listPartners, deletePartner, insertPartner } from './partner-queries.ts';

/** @throws AppError realm_unknown */
export const realmPartners: Handler<'realmPartners'> = async (ctx, { actor, params }) =>
  partnersView(ctx.db, await visibleRealm(ctx, actor.userId, params.id));

async function partnersView(db: Db | Tx, realm: RealmRow): Promise<RealmPartners> {
  const partners = await listPartners(db, realm.id);
  return {
    ownerUsername: realm.ownerUsername,
    coOwners: tierLimits[realm.ownerTier as Tier].coOwners,
    limit: maxPartners,
    partners: partners.map(({ userId, username, created_at }) => ({
      userId,
      username,
      added: created_at.toISOString(),
    })),
  };
}

/**
 * From now on the player finds nothing of the realm, and has no powers in its game.
 * @throws AppError realm_unknown, forbidden, realm_partner_unknown
 */
export const realmPartnerRemove: Handler<'realmPartnerRemove'> = async (ctx, { actor, params }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayRemovePartner(actor.userId, row, params.userId)) throw new AppError('forbidden');
  await ctx.db.transaction().execute(async (tx) => {
    // Whoever begins an upload holds it too: none of theirs is left.
    await lockRealm(tx, row.id);
    const removed = await deletePartner(tx, row.id, params.userId);
    if (!removed) throw new AppError('realm_partner_unknown');
    await operatorshipsEnd(tx, params.userId, row.id);
    await uploadsDelete(tx, { userId: params.userId, realmId: row.id });
    await recordActivity(tx, { realmId: row.id, actor, action: 'partnerRemove', what: removed.nickname });
  });
  return null;
};

/** The player loses all powers and marks in other people's realms. */
export async function partnershipsEnd(
  tx: Tx,
  { id: userId, nickname }: { id: string; nickname: string },
): Promise<void> {
  await rulesForgetAuthor(tx, nickname);
  await tx.deleteFrom('realm_partners').where('user_id', '=', userId).execute();
  await operatorshipsEnd(tx, userId);
  await prefixesDelete(tx, userId);
}

/** Nicknames that one account may try in ten minutes, so that existing accounts cannot be guessed. */
const maxTries = 60;
const windowSeconds = 10 * 60;

/**
 * Makes a player a co-owner, by nickname.
 * @throws AppError realm_unknown, forbidden, realm_partner_empty, realm_partner_tier, user_unknown, realm_partner_self,
 * realm_partner_already, realm_partner_limit, realm_partner_busy, rate_limited
 */
export const realmPartnerAdd: Handler<'realmPartnerAdd'> = async (ctx, { actor, params, body }) => {
  const before = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayShare(actor.userId, before)) throw new AppError('forbidden');
  if (body.username === '') throw new AppError('realm_partner_empty');
  assertMayAdd(before.ownerTier as Tier);
  await consumeRateLimit(ctx.db, { key: `partner-add:${actor.userId}`, max: maxTries, seconds: windowSeconds });
  const player = usernameProblem(body.username) === null ? await findLogin(ctx, body.username) : null;
  if (!player) throw new AppError('user_unknown');

  return ctx.db.transaction().execute(async (tx) => {
    // Locked before the realm, in the same order as changes of tiers.
    assertMayAdd(await lockTier(tx, actor.userId));
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    const obstacle = partnerObstacle(row, player.id);
    if (obstacle) throw new AppError(obstacle, { limit: maxPartners });
    // A manager's powers are more, and end with the partnership.
    await operatorshipsEnd(tx, player.id, row.id);
    await recordActivity(tx, { realmId: row.id, actor, action: 'partnerAdd', what: player.nickname });
    if (!(await insertPartner(tx, row.id, player.id, maxPartnered)))
      throw new AppError('realm_partner_busy', { limit: maxPartnered });
    return partnersView(tx, row);
  });
};

function assertMayAdd(tier: Tier): void {
  if (tierLimits[tier].coOwners !== 'add') throw new AppError('realm_partner_tier');
}
