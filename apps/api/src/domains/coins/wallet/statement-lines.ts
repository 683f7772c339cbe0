import type { StatementLine, TransactionKind } from '@realmkeep/contract';
import type { Db } from '../../../db/pool.ts';
import { findPresents, findReferralSides, findTiers, type LineRow } from './statement-queries.ts';

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const aboutPayments = /^(TOP_UP|REFUND|DISPUTE_HOLD|DISPUTE_RELEASE|CHARGEBACK|REINSTATEMENT)$/;

/** The lines as the player reads them: of a referral or a present the other player's name, of a subscription the tier. */
export async function statementLines(db: Db, userId: string, rows: readonly LineRow[]): Promise<StatementLine[]> {
  const subjects = new Map<string, string>();
  const referrals = idsIn(rows, /^(REFERRAL_|REVERSAL$)/);
  if (referrals.length > 0) {
    for (const side of await findReferralSides(db, referrals)) {
      subjects.set(side.id, side.referrerId === userId ? side.referred : side.referrer);
    }
  }
  const subscriptions = idsIn(rows, /^(SUBSCRIPTION|REVERSAL)$/);
  if (subscriptions.length > 0) for (const { id, tier } of await findTiers(db, subscriptions)) subjects.set(id, tier);
  const payments = rows.flatMap(({ kind, ref }) => (ref !== null && aboutPayments.test(kind) ? ref : []));
  if (payments.length > 0) {
    for (const { payment, other } of await findPresents(db, userId, payments)) subjects.set(payment, other);
  }
  return rows.map((row) => ({
    id: row.id,
    date: row.created_at.toISOString(),
    kind: row.kind as TransactionKind,
    ref: row.ref,
    subject: subjects.get(row.ref ?? '') ?? (/^(GRANT|REVERSAL)$/.test(row.kind) ? row.ref : null),
    amount: row.amount,
    balance: row.balance,
  }));
}

function idsIn(rows: readonly LineRow[], kinds: RegExp): string[] {
  return rows.flatMap(({ kind, ref }) => (ref && kinds.test(kind) && isUuid.test(ref) ? ref : []));
}
