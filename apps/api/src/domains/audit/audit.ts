import type { AuditAction } from '@realmkeep/contract';
import type { Tx } from '../../db/pool.ts';
import { insertAudit } from './audit-queries.ts';

export interface AuditEntry {
  /** Who; an operator at the machine's own console has no account, and null for an id. */
  actor: { userId: string | null };
  action: AuditAction;
  subject: { id: string; name: string };
  reason?: string;
  details?: Record<string, string | number | null>;
}

/** Writes down what an operator does, in the transaction that does it. */
export function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  return insertAudit(tx, entry);
}
