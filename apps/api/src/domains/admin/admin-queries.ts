import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { AuditEntry } from './audit.ts';

export async function insertAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actorId, action, subject, reason = '', details = {} } = entry;
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actorId,
      actor_nickname: sql<string>`(select nickname from users where id = ${actorId})`,
      action,
      subject_id: subject.id,
      subject_name: subject.name,
      reason,
      details: JSON.stringify(details),
    })
    .execute();
}
