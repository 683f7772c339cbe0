import { sql } from 'kysely';
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

export async function listAudit(db: Db, { page, size }: { page: number; size: number }) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
    db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
