import { isIP } from 'node:net';
import { type AccessKind, accessLimits, type RealmAccessRule, type ActivityAction } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { networkOf } from '../../../http/connections/network.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { recordActivity } from '../../audit/activity.ts';
import { findLogin } from '../../identity/users/user-login.ts';
import { lockVisibleRealm, visibleRealm } from '../realm-access.ts';
import { mayConfigure } from '../realm-policy.ts';
import type { RealmRow } from '../realm-queries.ts';
import { ruleLimits } from './access-of.ts';
import { type AccessRule, deleteRule, listRules, putRule, setWhitelist } from './access-queries.ts';
import { visitorsOf } from './realm-visitors.ts';

/** Changes that one account may make to one realm in a minute. */
const changesMax = 120;

/** @throws AppError realm_unknown */
export const realmAccessRules: Handler<'realmAccessRules'> = async (ctx, { actor, params, query }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  const list = await listRules(ctx.db, row.id, query);
  const { whitelist, operators, bans } = accessLimits;
  return {
    ...list,
    items: list.items.map(ruleView),
    whitelistOn: row.whitelist_on,
    limits: { whitelist, operators, bans },
  };
};

/**
 * Replaces an earlier rule for the same player; the reconciler updates the running realm.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_rule_limit, realm_rule_manager, realm_player_offline, user_unknown,
 * invalid_request
 */
export const realmAccessRuleAdd: Handler<'realmAccessRuleAdd'> = async (ctx, { actor, params, body }) => {
  const before = await realmToChange(ctx, actor.userId, params.id);
  const isBan = body.kind === 'BAN' || body.kind === 'ADDRESS_BAN';
  const until = isBan && body.until !== null ? new Date(body.until) : null;
  if (until && until.getTime() <= Date.now()) throw new AppError('invalid_request', { problem: 'until' });
  const target = await targetOf(ctx, before, body.kind, body.subject);

  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    const isManagers = row.managers.some(({ nickname }) => nickname.toLowerCase() === target.key);
    if (isManagers && body.kind !== 'WHITELIST') throw new AppError('realm_rule_manager');
    const author = row.managers.find(({ userId }) => userId === actor.userId)?.nickname ?? null;
    const limit = ruleLimits[body.kind];
    const reason = isBan ? body.reason : '';
    const rule = await putRule(tx, row.id, { ...target, kind: body.kind, reason, until, author }, limit);
    if (!rule) throw new AppError('realm_rule_limit', { limit });
    await recordActivity(tx, { realmId: row.id, actor, ...ruleDeed(true, rule) });
    return ruleView(rule);
  });
};

/** Succeeds also if somebody else was quicker. @throws AppError realm_unknown, forbidden, rate_limited */
export const realmAccessRuleRemove: Handler<'realmAccessRuleRemove'> = async (ctx, { actor, params }) => {
  await realmToChange(ctx, actor.userId, params.id);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    const rule = await deleteRule(tx, row.id, params.ruleId);
    if (rule) await recordActivity(tx, { realmId: row.id, actor, ...ruleDeed(false, rule) });
    return null;
  });
};

/** @throws AppError realm_unknown, forbidden, rate_limited */
export const realmWhitelistSet: Handler<'realmWhitelistSet'> = async (ctx, { actor, params, body }) => {
  await realmToChange(ctx, actor.userId, params.id);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (row.whitelist_on === body.on) return null;
    await setWhitelist(tx, row.id, body.on);
    await recordActivity(tx, { realmId: row.id, actor, action: body.on ? 'whitelistOn' : 'whitelistOff' });
    return null;
  });
};

/**
 * The realm, if the user may change who may join and what happens in its game. Counts as one of their changes per minute.
 * @throws AppError realm_unknown, forbidden, rate_limited
 */
export async function realmToChange(ctx: Context, userId: string, id: string): Promise<RealmRow> {
  const row = await visibleRealm(ctx, userId, id);
  if (!mayConfigure(userId, row)) throw new AppError('forbidden');
  await consumeRateLimit(ctx.db, { key: `players:${userId}:${row.id}`, max: changesMax, seconds: 60 });
  return row;
}

/** For a player who is online, the address comes from the realm, and is shown to nobody. */
async function targetOf(ctx: Context, row: RealmRow, kind: AccessKind, subject: string) {
  const isAddress = isIP(subject) > 0;
  // A guest is meant by the nickname that they came with: the other is theirs only while they are on.
  const visitor = visitorsOf(ctx, row.id).find(({ name }) => name.toLowerCase() === subject.toLowerCase());
  if (isAddress !== (kind === 'ADDRESS_BAN') && kind !== 'ADDRESS_BAN') {
    throw new AppError('invalid_request', { problem: 'subject' });
  }
  const nickname = visitor?.nickname ?? subject;
  const named = { subject: nickname, key: nickname.toLowerCase(), userId: null, player: null };
  if (kind === 'OPERATOR') {
    const account = await findLogin(ctx, nickname);
    if (!account) throw new AppError('user_unknown');
    return { ...named, subject: account.nickname, userId: account.id };
  }
  if (kind !== 'ADDRESS_BAN') return named;
  if (isAddress) return { ...named, subject, key: networkOf(subject) };
  if (!visitor) throw new AppError('realm_player_offline');
  return { ...named, subject: visitor.address, key: networkOf(visitor.address), player: visitor.nickname };
}

function ruleView({ id, kind, subject, player, reason, until, author, created_at }: AccessRule): RealmAccessRule {
  return {
    id,
    kind: kind as AccessKind,
    subject: player ?? subject,
    reason,
    until: until?.toISOString() ?? null,
    author,
    created: created_at.toISOString(),
  };
}

const actions: Record<AccessKind, [put: ActivityAction, removed: ActivityAction]> = {
  WHITELIST: ['whitelistAdd', 'whitelistRemove'],
  OPERATOR: ['operatorAdd', 'operatorRemove'],
  BAN: ['ban', 'unban'],
  ADDRESS_BAN: ['ban', 'unban'],
};

/** The activity record of a change. It has no address except a typed one: see `player`. */
export function ruleDeed(
  isPut: boolean,
  { kind, subject, player }: Pick<AccessRule, 'kind' | 'subject' | 'player'>,
): { action: ActivityAction; what: string } {
  const [put, removed] = actions[kind as AccessKind];
  return { action: isPut ? put : removed, what: player ?? subject };
}
