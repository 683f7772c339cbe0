import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '../../http/app-error.ts';
import { publicAddress } from '../../http/public-address.ts';

/** The address that a host name is to be reached at. @throws AppError realm_pack_address, realm_pack_unreachable */
export type ResolveHost = (host: string) => Promise<string>;

/**
 * An address of the public internet, and no other: nothing that only this machine or its network can reach. The caller connects to
 * the address itself, so that a second question to the name server cannot lead elsewhere. A name with one address inside is refused.
 */
export async function resolvePublic(host: string): Promise<string> {
  const found = isIP(host) > 0 ? [host] : await addressesOf(host);
  const open = found.map(publicAddress);
  const [first] = open;
  if (!first || open.includes(null)) throw new AppError('realm_pack_address');
  return first;
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new AppError('realm_pack_unreachable');
  }
}
