import type { StatementLine, TransactionKind } from '@realmkeep/contract';
import type { Db } from '../../db/pool.ts';
import { findGivers, findReferralSides, findTiers, type LineRow } from './statement-queries.ts';

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The lines as the player reads them: of a referral the other player's name, of a present the giver's, of a subscription the tier. */
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
  const payments = rows.flatMap(({ kind, ref }) => (ref !== null && kind === 'TOP_UP' ? ref : []));
  if (payments.length > 0) {
    for (const { payment, giver } of await findGivers(db, userId, payments)) subjects.set(payment, giver);
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
