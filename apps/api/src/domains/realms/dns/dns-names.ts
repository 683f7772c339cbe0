import { isIP } from 'node:net';
import type { DnsTarget } from '../../../integrations/dns/create-dns.ts';
import { type DnsRecord, isSameRecord } from '../../../integrations/dns/dns-provider.ts';

const srv = '_minecraft._tcp.';
const codes = '*.';
/** Of what an address and a base domain are made. */
const hostPattern = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/**
 * All names that a realm's host name needs, and what stands there.
 *
 * The SRV record leads to the host name itself: clients tell the gateway the SRV record's target, and it routes by that. Login codes are
 * typed in front of the host name, where no wildcard above it reaches (RFC 4592, 3.3.1).
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
    // Last: whoever finds it finds the rest.
    [`${srv}${host}`, [{ type: 'SRV', content: `0 0 ${gamePort} ${host}` }]],
  ]);
}

/** The host name that a record's name belongs to; null for a name that `recordsFor` never gives. */
export function hostOf(name: string): string | null {
  const prefix = [srv, codes].find((one) => name.startsWith(one)) ?? '';
  const host = name.slice(prefix.length);
  return hostPattern.test(host) ? host : null;
}

/** Where names lead, as one text that differs when anything of it does. */
export function targetText({ addresses, name }: DnsTarget, gamePort: number): string {
  return `${[name ?? addresses].flat().join(',')} ${gamePort}`;
}

/** Of the hosts that have records of ours, those that have exactly what they are to have. */
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
