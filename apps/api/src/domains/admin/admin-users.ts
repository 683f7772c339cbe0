import type { AdminUser, Role, Tier } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listUsers } from './admin-queries.ts';

export async function adminUsers(ctx: Context, { query }: CallOf<'adminUsers'>) {
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
}

export function blockedView(row: { blocked_at: Date | null; blocked_reason: string | null }) {
  return row.blocked_at ? { at: row.blocked_at.toISOString(), reason: row.blocked_reason ?? '' } : null;
}
