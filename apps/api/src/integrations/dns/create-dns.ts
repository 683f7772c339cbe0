import { groups, type Settings, together } from '@realmkeep/settings';
import { type CloudflareAddress, createCloudflare } from './cloudflare.ts';
import { type DnsProvider, markOf } from './dns-provider.ts';
import { createPowerDns, type PowerDnsAddress } from './powerdns.ts';

export const dnsNames = [...groups.cloudflare, ...groups.powerdns, 'CLOUDFLARE_API_BASE', 'DNS_TARGET'] as const;

/** Who keeps realms' records, and where these lead. */
export type DnsSettings = { target: DnsTarget } & (
  | { kind: 'cloudflare'; address: CloudflareAddress }
  | { kind: 'powerdns'; address: PowerDnsAddress }
);

/** The gateway, as players' machines find it: addresses, or a name. */
export interface DnsTarget {
  addresses: string[];
  name: string | null;
}

/** null: one wildcard record, which the operator makes, serves all realms. */
export function dnsSettings(env: Settings<(typeof dnsNames)[number]>): DnsSettings | null {
  const target = env.DNS_TARGET;
  const cloudflare = together(env, groups.cloudflare);
  const powerdns = together(env, groups.powerdns);
  if (target && cloudflare) {
    const base = env.CLOUDFLARE_API_BASE ?? 'https://api.cloudflare.com';
    const address = { base, zoneId: cloudflare.CLOUDFLARE_ZONE_ID, token: cloudflare.CLOUDFLARE_API_TOKEN };
    return { kind: 'cloudflare', target, address };
  }
  if (target && powerdns) {
    const address = { base: powerdns.POWERDNS_URL, zone: powerdns.POWERDNS_ZONE, key: powerdns.POWERDNS_API_KEY };
    return { kind: 'powerdns', target, address };
  }
  return null;
}

/** @param installationId by whom records are marked */
export function createDns(settings: DnsSettings, installationId: string): DnsProvider {
  const mark = markOf(installationId);
  return settings.kind === 'cloudflare'
    ? createCloudflare(settings.address, mark)
    : createPowerDns(settings.address, mark);
}
