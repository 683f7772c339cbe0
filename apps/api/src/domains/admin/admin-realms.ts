import type { AdminRealm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { statusOf } from '../realms/live/realm-live.ts';
import { listRealms } from './admin-queries.ts';
import { blockedView } from './admin-users.ts';

export async function adminRealms(ctx: Context, { query }: CallOf<'adminRealms'>) {
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
}
