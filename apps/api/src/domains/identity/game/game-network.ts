import { publicAddress } from '@realmkeep/sockets';
import { addressList } from '../../../http/connections/address-list.ts';
import { networkOf } from '../../../http/connections/network.ts';

const isThisMachine = addressList(['127.0.0.0/8', '::1']);

/**
 * The network that a proof in the game is remembered with: an IPv4 address, a /64 of IPv6, or this machine.
 * @param forTheWorld whether the installation is on the public internet. Private addresses identify nobody there: behind an untrusted proxy
 * everybody has the same one.
 * @returns null for a network that nothing is remembered with
 */
export function gameNetwork(address: string, forTheWorld: boolean): string | null {
  if (forTheWorld && publicAddress(address) === null) return null;
  return isThisMachine(address) ? 'this machine' : networkOf(address);
}
