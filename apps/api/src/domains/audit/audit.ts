import { sql } from 'kysely';
import type { AuditAction } from '@realmkeep/contract';
import type { Tx } from '../../db/pool.ts';

export interface AuditEntry {
  /** Who; an operator at the machine's own console has no account, and null for an id. */
  actor: { userId: string | null };
  action: AuditAction;
  subject: { id: string | null; name: string };
  reason?: string;
  details?: Record<string, string | number | null>;
}

/** Writes down what an operator does, in the transaction that does it. */
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
