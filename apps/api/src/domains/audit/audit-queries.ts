import type { PageQuery } from '@realmkeep/contract';
import { sql } from 'kysely';
import { listPage } from '../../db/list-page.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { AuditEntry } from './audit.ts';

export async function insertAudit(tx: Tx, entry: AuditEntry): Promise<void> {
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

export function listAudit(db: Db, query: PageQuery<'at'>) {
  return listPage(db.selectFrom('audit_log').selectAll(), query, { at: sql.ref('created_at') }, sql.ref('id'));
}
