import { isPublicUrl } from '@realmkeep/sockets';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { hashToken } from '../sessions/tokens.ts';
import { gameNetwork } from './game-network.ts';
import { isRemembered } from './game-proof-policy.ts';
import { insertProof, listProofs, recordUses, setGameMemory } from './game-proof-queries.ts';

/** Records who a code was created for, and by which session. */
export async function gameProofExpect(
  { db }: Context,
  { userId, sessionId }: Actor,
  { code, epoch, expiresAt }: { code: string; epoch: number; expiresAt: Date },
): Promise<void> {
  await insertProof(db, { hash: hashToken(code), userId, sessionId, epoch, expiresAt });
}

/**
 * Records where codes were used. The report comes from a realm, which may lie: so each must be a code that was requested and is still
 * valid, and it counts only where the session that requested it lives.
 */
export async function gameProofsRecord(
  { db, config }: Context,
  used: readonly { code: string; address: string }[],
): Promise<void> {
  const forTheWorld = isPublicUrl(config.publicUrl);
  const uses = used.flatMap(({ code, address }) => {
    const network = gameNetwork(address, forTheWorld);
    return network === null ? [] : [{ hash: hashToken(code), network }];
  });
  if (uses.length > 0) await recordUses(db, uses);
}

/** Whether somebody joining from there under the account's nickname is taken to be its owner. */
export async function gameProofStands(
  { db, config }: Context,
  { userId, epoch }: { userId: string; epoch: number },
  address: string,
): Promise<boolean> {
  const forTheWorld = isPublicUrl(config.publicUrl);
  const network = gameNetwork(address, forTheWorld);
  if (network === null) return false;
  const proofs = await listProofs(db, userId, network);
  return proofs.some(({ sessionIp, ...proof }) =>
    isRemembered(
      { ...proof, sessionNetwork: gameNetwork(sessionIp, forTheWorld) },
      { network, epoch, now: Date.now() },
    ),
  );
}

/** Whether proofs in the game are remembered. Turning it off ends all existing ones, and the powers of anyone online. */
export const userGameMemoryUpdate: Handler<'userGameMemoryUpdate'> = async ({ db }, { actor, body }) => {
  await setGameMemory(db, actor.userId, body.game_memory);
  return body;
};
