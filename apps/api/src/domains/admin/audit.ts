import type { Tx } from '../../db/pool.ts';
import { insertAudit } from './admin-queries.ts';

/** What an operator can do; the words under which the audit log keeps it. */
export const auditActions = [
  'productCreate',
  'productUpdate',
  'productArchive',
  'userBlock',
  'userUnblock',
  'realmBlock',
  'realmUnblock',
  'coinsGrant',
  'adminGrant',
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface AuditEntry {
  actorId: string;
  action: AuditAction;
  subject: { id: string; name: string };
  reason?: string;
  details?: Record<string, string | number | null>;
}

/** Writes down what an operator does, in the transaction that does it. */
export function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  return insertAudit(tx, entry);
}
