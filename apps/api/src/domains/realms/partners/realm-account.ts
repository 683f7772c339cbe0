import type { AccountAnswer, JoinBody } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { gameProofStands } from '../../identity/game/game-proofs.ts';
import { operatorsOf } from '../players/access-of.ts';
import { findRealm } from '../realm-queries.ts';

/** The owner, co-owner or operator whom a player who joins is taken for without a code. */
export async function realmAccount(ctx: Context, id: string, { nickname, address }: JoinBody): Promise<AccountAnswer> {
  const row = await findRealm(ctx.db, id);
  const accounts = row ? [...row.managers, ...operatorsOf(row)] : [];
  const account = accounts.find((one) => one.nickname.toLowerCase() === nickname.toLowerCase());
  if (!account || !(await gameProofStands(ctx, account, address))) return { account: null };
  return { account: { nickname: account.nickname, epoch: account.epoch } };
}
