import type { AdminUser, Role, Tier, AdminRealm } from '@realmkeep/contract';
import type { Handler } from '../../http/register-routes.ts';
import { statusOf } from '../realms/live/realm-live.ts';
import { listUsers, listRealms } from './admin-queries.ts';

export const adminUsers: Handler<'adminUsers'> = async (ctx, { query }) => {
  const list = await listUsers(ctx.db, query);
  const items = list.items.map((row): AdminUser => ({
    id: row.id,
    nickname: row.nickname,
    role: row.role as Role,
    tier: row.tier as Tier,
    reg_date: row.reg_date.toISOString(),
    login_date: row.login_date?.toISOString() ?? null,
    blocked: blockedView(row),
    coins: Number(row.coins),
    fleeting_coins: Number(row.fleeting),
    debt: Number(row.debt),
    realms: Number(row.realms),
  }));
  return { ...list, items };
};

function blockedView(row: { blocked_at: Date | null; blocked_reason: string | null }) {
  return row.blocked_at ? { at: row.blocked_at.toISOString(), reason: row.blocked_reason ?? '' } : null;
}

export const adminRealms: Handler<'adminRealms'> = async (ctx, { query }) => {
  const list = await listRealms(ctx.db, query);
  const items = list.items.map((row): AdminRealm => ({
    id: row.id,
    name: row.name,
    domain: `${row.address.toLowerCase()}.${ctx.config.baseDomain}`,
    ownerId: row.owner_id,
    ownerUsername: row.ownerUsername,
    status: statusOf(row),
    created: row.created_at.toISOString(),
    lastActivity: row.last_activity_at?.toISOString() ?? null,
    overlimit: row.overlimit,
    deletionTimeout: row.deletion_timeout?.toISOString() ?? null,
    blocked: blockedView(row),
  }));
  return { ...list, items };
};
