import { isIP } from 'node:net';
import type { DnsTarget } from '../../../integrations/dns/create-dns.ts';
import { type DnsRecord, isSameRecord } from '../../../integrations/dns/dns-provider.ts';

const srv = '_minecraft._tcp.';
const codes = '*.';
/** Of what an address and a base domain are made. */
const hostPattern = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/**
 * All names that a realm's host name needs, with their records.
 *
 * The SRV record points to the host name itself: clients send the SRV record's target to the gateway, which routes by it. Login codes are
 * typed in front of the host name, where no wildcard above it applies (RFC 4592, 3.3.1).
 */
export function recordsFor(host: string, { addresses, name }: DnsTarget, gamePort: number): Map<string, DnsRecord[]> {
  if (!hostPattern.test(host)) throw new Error(`${JSON.stringify(host)} is no host name`);
  const way: DnsRecord[] =
    name === null
      ? addresses.map((address) => ({ type: isIP(address) === 4 ? 'A' : 'AAAA', content: address }))
      : [{ type: 'CNAME', content: name }];
  return new Map([
    [host, way],
    [`${codes}${host}`, way],
    // Last: where it exists, so do the others.
    [`${srv}${host}`, [{ type: 'SRV', content: `0 0 ${gamePort} ${host}` }]],
  ]);
}

/** The host name that a record's name belongs to; null for a name that `recordsFor` never gives. */
export function hostOf(name: string): string | null {
  const prefix = [srv, codes].find((one) => name.startsWith(one)) ?? '';
  const host = name.slice(prefix.length);
  return hostPattern.test(host) ? host : null;
}

/** Where names point, as one text to compare. */
export function targetText({ addresses, name }: DnsTarget, gamePort: number): string {
  return `${[name ?? addresses].flat().join(',')} ${gamePort}`;
}

/** The hosts whose records of ours are exactly as they should be. */
export function wholeHosts(
  own: ReadonlyMap<string, readonly DnsRecord[]>,
  hosts: readonly string[],
  target: DnsTarget,
  gamePort: number,
): string[] {
  const stands = (records: readonly DnsRecord[], name: string) => {
    const found = own.get(name) ?? [];
    return found.length === records.length && records.every((one) => found.some((other) => isSameRecord(one, other)));
  };
  return hosts.filter((host) =>
    [...recordsFor(host, target, gamePort)].every(([name, records]) => stands(records, name)),
  );
}
