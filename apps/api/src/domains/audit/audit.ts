import { sql } from 'kysely';
import { type AuditAction, auditActions, type AuditRecord, type PageQuery } from '@realmkeep/contract';
import type { Tx, Db } from '../../db/pool.ts';
import type { Handler } from '../../http/register-routes.ts';
import { listPage } from '../../db/list-page.ts';

interface AuditEntry {
  /** Who did it; an operator at the machine's own console has no account, so null for an id. */
  actor: { userId: string | null };
  action: AuditAction;
  subject: { id: string | null; name: string };
  reason?: string;
  details?: Record<string, string | number | null>;
}

/** Records an operator's action, in the transaction that performs it. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, reason = '', details = {} } = entry;
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actor.userId,
      actor_nickname: sql<string>`coalesce((select nickname from users where id = ${actor.userId}), 'console')`,
      action,
      subject_id: subject.id,
      subject_name: subject.name,
      reason,
      details: JSON.stringify(details),
    })
    .execute();
}

export const adminAudit: Handler<'adminAudit'> = async (ctx, { query }) => {
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
};

/** It grows for ever: so many can be turned to. */
const most = 10_000;

/** An api of the previous release, which may run beside this one, also records what owners do. */
function listAudit(db: Db, query: PageQuery<'at'>) {
  const found = db.selectFrom('audit_log').selectAll().where('action', 'in', auditActions);
  return listPage(found, query, { at: sql.ref('created_at') }, sql.ref('id'), { db, most });
}
