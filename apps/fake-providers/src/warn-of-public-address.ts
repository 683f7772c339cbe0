import { networkInterfaces } from 'node:os';
import { publicAddress } from '@realmkeep/sockets';
import type { FastifyBaseLogger } from 'fastify';

/** On a public address there may be outside visitors whom no header reveals. @param host that the stand-ins listen on */
export function warnOfPublicAddress(
  host: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  interfaces = networkInterfaces(),
): void {
  const all = Object.values(interfaces).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
  const open = (['::', '0.0.0.0'].includes(host) ? all : [host]).filter(
    (address) => publicAddress(address.replace(/%.*$/, '')) !== null,
  );
  if (open.length === 0) return;
  log.warn(
    `sandboxes play the providers, and this machine has a public address (${open.join(', ')}): ` +
      'they serve local networks alone; set up Discord and payments, or HOST=127.0.0.1, before strangers come',
  );
}
