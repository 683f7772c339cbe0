import type { StatementLine } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import type { CallOf } from '../../http/implement.ts';
import { statementLines } from './statement-lines.ts';
import { findLines, type LineRow } from './statement-queries.ts';

const linesAtOnce = 500;

/** The whole statement as a table (RFC 4180), read part by part as the caller takes it. */
export async function walletStatementCsv({ db }: Context, { actor }: CallOf<'walletStatementCsv'>) {
  return statementTable(db, actor.userId);
}

async function* statementTable(db: Db, userId: string): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  yield '\uFEFFdate,kind,reference,subject,amount,balance\r\n';
  let before: LineRow | undefined;
  for (;;) {
    const rows = await findLines(db, userId, { skip: 0, take: linesAtOnce, before });
    const lines = await statementLines(db, userId, rows);
    if (lines.length > 0) yield lines.map(tableRow).join('');
    if (rows.length < linesAtOnce) return;
    before = rows.at(-1);
  }
}

function tableRow({ date, kind, ref, subject, amount, balance }: StatementLine): string {
  return `${[date, kind, cell(ref), cell(subject), amount, balance].join(',')}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front of it. */
function cell(text: string | null): string {
  if (text === null) return '';
  const plain = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
