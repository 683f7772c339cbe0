import type { AccountAnswer, JoinBody } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { gameProofStands } from '../../identity/game/game-proofs.ts';
import { findRealm } from '../realm-queries.ts';

/** The owner or co-owner whom a player who joins is taken for without a code. */
export async function realmAccount(ctx: Context, id: string, { nickname, address }: JoinBody): Promise<AccountAnswer> {
  const row = await findRealm(ctx.db, id);
  const manager = row?.managers.find((one) => one.nickname.toLowerCase() === nickname.toLowerCase());
  if (!manager || !(await gameProofStands(ctx, manager, address))) return { account: null };
  return { account: { nickname: manager.nickname, epoch: manager.epoch } };
}
