import type { AuditAction, AuditRecord } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listAudit } from './audit-queries.ts';

export async function adminAudit(ctx: Context, { query }: CallOf<'adminAudit'>) {
  const list = await listAudit(ctx.db, query);
  const items = list.items.map((row): AuditRecord => ({
    id: row.id,
    actor: row.actor_id === null ? null : row.actor_nickname,
    action: row.action as AuditAction,
    subject: row.subject_name,
    reason: row.reason,
    details: row.details as AuditRecord['details'],
    at: row.created_at.toISOString(),
  }));
  return { ...list, items };
}
