import type { Language, StatementLine, TransactionKind } from '@realmkeep/contract';
import type { Handler } from '../../../http/register-routes.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { languageOf } from '../../identity/users/user-login.ts';
import { referralWaiting } from '../referrals/user-referrals.ts';
import {
  countLines,
  findLines,
  type LineRow,
  findPresents,
  findReferralSides,
  findTiers,
  findBalances,
  findExpiring,
} from './statement-queries.ts';

/** Income and spending. A move that leaves the balance unchanged is not a line. */
export const walletStatement: Handler<'walletStatement'> = async (ctx, { actor, query: { page, size, sort } }) => {
  const { db } = ctx;
  const total = await countLines(db, actor.userId);
  const isOldestFirst = [sort].flat()[0] === 'createdAt,asc';
  const before = page * size;
  const take = Math.max(0, Math.min(size, total - before));
  const after = total - before - take;
  // From the nearer end.
  const from = isOldestFirst === before <= after ? 'first' : 'latest';
  const skip = Math.min(before, after);
  const rows = take > 0 ? await findLines(db, actor.userId, { from, skip, take }) : [];
  if (isOldestFirst !== (from === 'first')) rows.reverse();
  const waiting = await referralWaiting(ctx, actor.userId);
  return { items: await statementLines(db, actor.userId, rows), page, size, total, waiting };
};

const linesAtOnce = 500;

/** In the account's language. The kinds are not translated, so that they can be sorted by. */
const headings: Record<Language, string> = {
  en: 'date,kind,reference,subject,amount,balance',
  ru: 'дата,операция,основание,предмет,сумма,остаток',
  pl: 'data,operacja,podstawa,przedmiot,kwota,saldo',
};

/** The whole statement as CSV (RFC 4180), read part by part as the caller consumes it. */
export const walletStatementCsv: Handler<'walletStatementCsv'> = async ({ db }, { actor }) =>
  statementTable(db, actor.userId, await languageOf(db, actor.userId));

async function* statementTable(db: Db, userId: string, language: Language): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that it is UTF-8.
  yield `\uFEFF${headings[language]}\r\n`;
  let before: LineRow | undefined;
  for (;;) {
    const rows = await findLines(db, userId, { from: 'latest', skip: 0, take: linesAtOnce, before });
    const lines = await statementLines(db, userId, rows);
    if (lines.length > 0) yield lines.map(tableRow).join('');
    if (rows.length < linesAtOnce) return;
    before = rows.at(-1);
  }
}

function tableRow({ date, kind, ref, subject, amount, balance }: StatementLine): string {
  return `${[date, kind, cell(ref), cell(subject), amount, balance].join(',')}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets a leading apostrophe. */
function cell(text: string | null): string {
  if (text === null) return '';
  const plain = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const aboutPayments = /^(TOP_UP|REFUND|DISPUTE_HOLD|DISPUTE_RELEASE|CHARGEBACK|REINSTATEMENT)$/;

/** The lines as the player reads them: with the other player's name for a referral or a present, the tier for a subscription. */
async function statementLines(db: Db, userId: string, rows: readonly LineRow[]): Promise<StatementLine[]> {
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

interface WalletBalance {
  coins: number;
  /** Coins that expire, the soonest first. */
  expiring: { amount: number; expiration_date: string }[];
  /** Coins held while a payment is disputed. */
  held: number;
  /** Coins owed: nothing can be bought until they are repaid. */
  debt: number;
}

/** What a player has. */
export async function walletBalance(db: Db | Tx, userId: string): Promise<WalletBalance> {
  const { coins, held, debt } = await findBalances(db, userId);
  const lots = await findExpiring(db, userId);
  const expiring = lots.map(({ amount, expiresAt }) => ({ amount, expiration_date: expiresAt.toISOString() }));
  return { coins, expiring, held, debt };
}
