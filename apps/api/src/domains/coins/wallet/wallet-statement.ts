import type { WalletStatement } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { referralWaiting } from '../referrals/referral-waiting.ts';
import { statementLines } from './statement-lines.ts';
import { countLines, findLines } from './statement-queries.ts';

/** What came in and went out, the latest first. A move that leaves the balance as it was is no line. */
export async function walletStatement(
  ctx: Context,
  { actor, query: { page, size } }: CallOf<'walletStatement'>,
): Promise<WalletStatement> {
  const { db } = ctx;
  const total = await countLines(db, actor.userId);
  const skip = page * size;
  const rows = skip < total ? await findLines(db, actor.userId, { skip, take: size }) : [];
  const waiting = await referralWaiting(ctx, actor.userId);
  return { items: await statementLines(db, actor.userId, rows), page, size, total, waiting };
}
