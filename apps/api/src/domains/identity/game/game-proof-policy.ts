import { publicAddress } from '@realmkeep/sockets';
import { networkOf } from '../../../http/connections/network.ts';
import { addressList } from '../../../http/connections/address-list.ts';

const isThisMachine = addressList(['127.0.0.0/8', '::1']);

/**
 * What a proof in the game is remembered with: an IPv4 address, a /64 of IPv6, or this machine.
 * @param forTheWorld whether the installation is on the public internet. Addresses of private networks are nobody's there: a proxy that is
 * not trusted gives everybody the same.
 * @returns null for a network that nothing is remembered with
 */
export function gameNetwork(address: string, forTheWorld: boolean): string | null {
  if (forTheWorld && publicAddress(address) === null) return null;
  return isThisMachine(address) ? 'this machine' : networkOf(address);
}

/** A code that was used in the game, and the session that asked for it. */
export interface GameProof {
  network: string | null;
  epoch: number;
  expiresAt: Date;
  /** Where the session was used last. */
  sessionIp: string;
  sessionEnded: boolean;
}

/** A player who joins under the account's nickname, without a code. */
interface Joining {
  address: string;
  /** Of the account. */
  epoch: number;
  forTheWorld: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Whether the player is taken for the account: it was proved in that network, and the session still lives there. */
export function isRemembered(proof: GameProof, { address, epoch, forTheWorld, now }: Joining): boolean {
  const network = gameNetwork(address, forTheWorld);
  const isHere = network !== null && network === proof.network && network === gameNetwork(proof.sessionIp, forTheWorld);
  return isHere && !proof.sessionEnded && proof.epoch === epoch && proof.expiresAt.getTime() > now;
}
