import { DnsFailure, type DnsProvider, type DnsReason } from './dns-provider.ts';

/** What the operator may do. */
const advice: Record<DnsReason, string> = {
  away: 'Is its address right, and does it answer?',
  login: 'Is CLOUDFLARE_API_TOKEN or POWERDNS_API_KEY right, and may it edit the records of the zone?',
  zone: 'Is CLOUDFLARE_ZONE_ID or POWERDNS_ZONE right?',
  taken: 'Remove that record, if nothing needs it.',
  refused: 'See docs/dns.md for what the zone must allow.',
};

const withinMs = 15_000;

/** What a failure means, and what to do. */
export function dnsAdvice({ reason, message }: DnsFailure): string {
  return `${message}. ${advice[reason]}`;
}

/** Logs in and looks for the zone. @returns what is wrong and what to do; null if nothing is */
export async function dnsProblem(provider: DnsProvider, baseDomain: string): Promise<string | null> {
  try {
    const zone = await provider.zone(AbortSignal.timeout(withinMs));
    if (`.${baseDomain}`.endsWith(`.${zone}`)) return null;
    return `The zone is ${zone}, which does not hold BASE_DOMAIN ${baseDomain}.`;
  } catch (error) {
    return error instanceof DnsFailure ? dnsAdvice(error) : String(error);
  }
}
