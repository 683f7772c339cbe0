/** A code that was used in the game, and the session that asked for it. */
interface GameProof {
  /** Where it was used; null: nowhere yet. */
  network: string | null;
  epoch: number;
  expiresAt: Date;
  /** Where the session was last used; null: in a network that nothing is remembered with. */
  sessionNetwork: string | null;
  sessionEnded: boolean;
}

/** A player joining under the account's nickname, without a code. */
interface Joining {
  network: string;
  /** Of the account. */
  epoch: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Whether the player is taken to be the account's owner: it was proved in that network, and the session still lives there. */
export function isRemembered(proof: GameProof, { network, epoch, now }: Joining): boolean {
  const isHere = proof.network === network && proof.sessionNetwork === network;
  return isHere && !proof.sessionEnded && proof.epoch === epoch && proof.expiresAt.getTime() > now;
}
