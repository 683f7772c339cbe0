import type { WalletStatement } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { referralWaiting } from '../referrals/referral-waiting.ts';
import { statementLines } from './statement-lines.ts';
import { countLines, findLines } from './statement-queries.ts';

/** What came in and went out. A move that leaves the balance as it was is no line. */
export async function walletStatement(
  ctx: Context,
  { actor, query: { page, size, sort } }: CallOf<'walletStatement'>,
): Promise<WalletStatement> {
  const { db } = ctx;
  const total = await countLines(db, actor.userId);
  const [order] = [sort].flat();
  const before = page * size;
  const take = Math.max(0, Math.min(size, total - before));
  // Lines are read from the latest on: the first of all are the last of these.
  const skip = order === 'createdAt,asc' ? total - before - take : before;
  const rows = take > 0 ? await findLines(db, actor.userId, { skip, take }) : [];
  if (order === 'createdAt,asc') rows.reverse();
  const waiting = await referralWaiting(ctx, actor.userId);
  return { items: await statementLines(db, actor.userId, rows), page, size, total, waiting };
}
