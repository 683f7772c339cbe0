import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { publicAddress } from '@realmkeep/sockets';
import { AppError } from '../../http/app-error.ts';
import { addressList } from '../../http/connections/address-list.ts';

/** Resolves a host name to the address to connect to. @throws AppError realm_pack_address, realm_pack_unreachable */
export type ResolveHost = (host: string) => Promise<string>;

/**
 * Resolves only to the public internet: not to anything that only this machine or its network can reach, which includes its own public
 * addresses and their networks (docs/decisions/048-way-out.md). The caller connects to
 * the address itself, so that a second DNS lookup cannot lead elsewhere. A name with any internal address is refused.
 */
export async function resolvePublic(host: string, interfaces = networkInterfaces()): Promise<string> {
  const found = isIP(host) > 0 ? [host] : await addressesOf(host);
  const isNear = addressList(
    Object.values(interfaces).flatMap((each) => each?.flatMap(({ cidr }) => cidr ?? []) ?? []),
  );
  const open = found.map(publicAddress).map((ip) => (ip === null || isNear(ip) ? null : ip));
  const [first] = open;
  if (!first || open.includes(null)) throw new AppError('realm_pack_address');
  return first;
}

/** Not the system's look-up: it takes one of four threads, which files and passwords need too, for as long as a name server keeps silent. */
const names = new Resolver({ timeout: 2000, tries: 2 });

async function addressesOf(host: string): Promise<string[]> {
  // This machine, by RFC 6761, which no name server is asked for.
  if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1'];
  const answers = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new AppError('realm_pack_unreachable');
  return found;
}
