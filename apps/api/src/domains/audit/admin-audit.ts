import type { AuditAction, AuditRecord } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listAudit } from './audit-queries.ts';

export async function adminAudit(ctx: Context, { query: { page, size } }: CallOf<'adminAudit'>) {
  const { rows, total } = await listAudit(ctx.db, { page, size });
  const items = rows.map((row): AuditRecord => ({
    id: row.id,
    actor: row.actor_id === null ? null : row.actor_nickname,
    action: row.action as AuditAction,
    subject: row.subject_name,
    reason: row.reason,
    details: row.details as AuditRecord['details'],
    at: row.created_at.toISOString(),
  }));
  return { items, page, size, total };
}
