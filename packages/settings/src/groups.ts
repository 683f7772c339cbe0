import type { Settings } from './read-settings.ts';
import type { SettingName } from './settings.ts';

/** Settings that are of use together alone. */
export const groups = {
  discord: [
    'DISCORD_CLIENT_ID',
    'DISCORD_CLIENT_SECRET',
    'DISCORD_BOT_TOKEN',
    'DISCORD_PUBLIC_KEY',
    'DISCORD_GUILD_ID',
    'DISCORD_INVITE_URL',
  ],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  robokassa: ['ROBOKASSA_LOGIN', 'ROBOKASSA_PASSWORD1', 'ROBOKASSA_PASSWORD2'],
  cloudflare: ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ZONE_ID'],
  powerdns: ['POWERDNS_URL', 'POWERDNS_API_KEY', 'POWERDNS_ZONE'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  backupS3: ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
} as const satisfies Record<string, readonly SettingName[]>;

type Grouped = Settings<(typeof groups)[keyof typeof groups][number]>;

/** Problems between settings that are valid on their own, such as an incomplete group. */
export function problemsAmong(
  values: Grouped &
    Settings<'CHAT' | 'BASE_DOMAIN' | 'DNS_TARGET'> &
    Partial<Settings<'PAYMENTS' | 'RUNTIME' | 'KUBERNETES_IMAGE'>>,
): string[] {
  const { CHAT, PAYMENTS, ROBOKASSA_PASSWORD1: first, ROBOKASSA_PASSWORD2: second } = values;
  const missing = (names: readonly (keyof Grouped)[], who: string, isWanted = false) => {
    const absent = names.filter((name) => values[name] === null);
    return absent.length === names.length && !isWanted
      ? []
      : absent.map((name) => `${name}: is missing, and ${who} it`);
  };
  return [
    ...(CHAT === 'sandbox' ? [] : missing(groups.discord, 'Discord needs', CHAT === 'discord')),
    ...(PAYMENTS === 'sandbox' ? [] : missing(groups.stripe, 'Stripe needs')),
    ...(PAYMENTS === 'sandbox' ? [] : missing(groups.robokassa, 'Robokassa needs')),
    // Buyers see signatures made with the first: with an identical second they could forge the provider's callback.
    ...(first !== null && first === second ? ['ROBOKASSA_PASSWORD2: must differ from ROBOKASSA_PASSWORD1'] : []),
    ...missing(groups.s3, 'object storage needs'),
    ...missing(groups.backupS3, 'backups in object storage need'),
    ...missing(groups.cloudflare, 'Cloudflare needs'),
    ...missing(groups.powerdns, 'PowerDNS needs'),
    ...(values.RUNTIME === 'kubernetes' && values.KUBERNETES_IMAGE === null
      ? ['KUBERNETES_IMAGE: is missing, and RUNTIME=kubernetes needs it']
      : []),
    ...dnsProblems(values),
  ];
}

/** Beside it, the longest record name has `_minecraft._tcp.` and an address with its dot; 253 is the most that a name has. */
const longestBaseDomain = 253 - 16 - 17;

function dnsProblems(values: Grouped & Settings<'BASE_DOMAIN' | 'DNS_TARGET'>): string[] {
  const { BASE_DOMAIN: domain, DNS_TARGET: target, CLOUDFLARE_ZONE_ID: cloudflare, POWERDNS_ZONE: zone } = values;
  if (cloudflare === null && zone === null) {
    return target === null ? [] : ['DNS_TARGET: is of use only with CLOUDFLARE_ZONE_ID or POWERDNS_ZONE'];
  }
  return [
    ...(target === null ? ['DNS_TARGET: is missing, and DNS records need it'] : []),
    ...(cloudflare !== null && zone !== null ? ['POWERDNS_ZONE: Cloudflare holds the records already'] : []),
    ...(zone === null || `.${domain}`.endsWith(`.${zone}`) ? [] : ['POWERDNS_ZONE: must be BASE_DOMAIN or above it']),
    ...(domain.length > longestBaseDomain ? [`BASE_DOMAIN: has more than ${longestBaseDomain} characters`] : []),
  ];
}

/** A group's values, or null where one is missing. */
export function together<S extends object, N extends keyof S>(
  settings: S,
  names: readonly N[],
): { [K in N]: NonNullable<S[K]> } | null {
  if (names.some((name) => settings[name] === null)) return null;
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as { [K in N]: NonNullable<S[K]> };
}
