import type { UserGameMemory } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { setGameMemory } from './game-proof-queries.ts';

/** Whether proofs in the game are remembered. Turning it off ends all there are, and the powers of whoever is on. */
export async function userGameMemoryUpdate(
  { db }: Context,
  { actor, body }: CallOf<'userGameMemoryUpdate'>,
): Promise<UserGameMemory> {
  await setGameMemory(db, actor.userId, body.game_memory);
  return body;
}
