import type { Language, StatementLine } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { languageOf } from '../../identity/users/user-login.ts';
import { statementLines } from './statement-lines.ts';
import { findLines, type LineRow } from './statement-queries.ts';

const linesAtOnce = 500;

/** In the language of the account. The kinds stay as they are, for whoever sorts by them. */
const headings: Record<Language, string> = {
  en: 'date,kind,reference,subject,amount,balance',
  ru: 'дата,операция,основание,предмет,сумма,остаток',
  pl: 'data,operacja,podstawa,przedmiot,kwota,saldo',
};

/** The whole statement as a table (RFC 4180), read part by part as the caller takes it. */
export async function walletStatementCsv({ db }: Context, { actor }: CallOf<'walletStatementCsv'>) {
  return statementTable(db, actor.userId, await languageOf(db, actor.userId));
}

async function* statementTable(db: Db, userId: string, language: Language): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  yield `\uFEFF${headings[language]}\r\n`;
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
