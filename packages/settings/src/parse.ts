import { isIP, isIPv4 } from 'node:net';
import { type Parse, WrongValue } from './setting.ts';

// Each returns the value of a text, or throws with what it must be.

export const text = matching(/^[^\0]*$/, 'plain text');
export const absolute = matching(/^\/[^\0]*$/, 'a path that begins with /');
export const group = matching(/^[a-z_][\w.-]{0,31}$/i, 'the name of a group');
export const port = wholeNumber(1, 65_535, 'a port, 1 to 65535');
export const portOrNone = wholeNumber(0, 65_535, 'a port, 1 to 65535, or 0 for none');
/** Of connections to the built-in database eight apis take two thirds. */
export const workers = wholeNumber(1, 8);
export const count = wholeNumber(1, 9_999_999);
export const countOrNone = wholeNumber(0, 9_999_999);
export const sha256 = matching(/^[0-9a-f]{64}$/, 'a SHA-256 in hex');
export const seconds = wholeNumber(0, 86_400, 'seconds, 0 to 86400');
export const bucket = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket');
export const region = matching(/^[a-z0-9-]{1,40}$/, 'a region, such as eu-central-1');
export const accessKey = matching(/^[\x21-\x7e]{0,200}$/, 'printable, without spaces');
export const registration = oneOf('open', 'soon');
export const logLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal');
export const runtime = oneOf('local', 'docker', 'kubernetes');
export const clusterName = matching(
  /^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  'lower-case letters, digits and hyphens, such as realmkeep-realms',
);
export const serviceName = matching(
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
  'the name of a service in the cluster, such as realmkeep-pods.realmkeep.svc',
);
export const image = matching(
  /^[a-z0-9][\w./:@-]{0,254}$/,
  'the name of an image, such as registry.example.org/realmkeep-realm:0123456789ab',
);
export const volumeAccess = oneOf('ReadWriteOncePod', 'ReadWriteOnce');
export const chat = oneOf('discord', 'sandbox');
export const snowflake = matching(/^\d{17,20}$/, 'a number of 17 to 20 digits');
export const discordSecret = matching(/^[\x21-\x7e]{10,200}$/, 'as Discord shows it');
export const publicKey = matching(/^[0-9a-f]{64}$/i, '64 digits in hex');
export const sandbox = oneOf('sandbox');
export const stripeKey = matching(
  /^(sk|rk)_(test|live)_\w{10,300}$/,
  'a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_',
);
export const stripeWebhookSecret = matching(
  /^whsec_[\x21-\x7e]{10,200}$/,
  'the secret of the webhook, which begins with whsec_',
);
export const shopLogin = matching(/^[\w.-]{1,64}$/, 'letters, digits, dots, hyphens and underscores');
export const shopPassword = matching(/^[\x21-\x39\x3b-\x7e]{8,128}$/, '8 or more characters without blanks and colons');
export const shopHash = oneOf('md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160');
export const risk = oneOf('accept-risk');
export const token = matching(/^[\x21-\x7e]{32,}$/, 'a secret of at least 32 characters');

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
export const cloudflareZone = matching(/^[0-9a-f]{32}$/, "the zone's id, 32 digits in hex");
export const domain = matching(
  new RegExp(`^(?=.{1,236}$)${label}(\\.${label})*$`),
  'a domain in lower case, such as play.example.org',
);

/** Images by the version of the Java in them, the lowest first. */
export function javaImages(value: string): { major: number; image: string }[] {
  const images = listOf(value).map((part) => {
    const [, major = '', name = ''] = /^(\d{1,3})=(.*)$/.exec(part) ?? [];
    if (major === '')
      throw new WrongValue('must be versions of Java with images, such as 21=realmkeep-realm-java21:0123456789ab');
    return { major: Number(major), image: image(name) };
  });
  return images.toSorted((one, other) => one.major - other.major);
}

/** Ids of roles by tier. */
export function tierRoles(value: string): Record<string, string> {
  const pairs = listOf(value).map((part) => /^(ZOMBIE|GHAST|DRAGON)=(\d{17,20})$/.exec(part));
  const roles: Record<string, string> = {};
  for (const pair of pairs) {
    const [, tier = '', role = ''] = pair ?? [];
    if (tier === '' || tier in roles || Object.values(roles).includes(role)) {
      throw new WrongValue(
        'must be tiers with different roles, such as ZOMBIE=12345678901234567,GHAST=23456789012345678',
      );
    }
    roles[tier] = role;
  }
  return roles;
}

export function flag(value: string): boolean {
  return oneOf('true', 'false')(value) === 'true';
}

export function address(value: string): string {
  if (!isIP(value)) throw new WrongValue('must be an IP address of this machine, such as :: or 127.0.0.1');
  return value;
}

export function clusterAddress(value: string): string {
  if (!isIP(value)) throw new WrongValue('must be an IP address in the cluster, such as 10.244.1.7');
  return value;
}

/** Addresses and ranges in CIDR notation. */
export function addresses(value: string): string[] {
  const list = listOf(value);
  for (const part of list) {
    const [ip = '', bits, more] = part.split('/');
    const largest = isIP(ip) === 4 ? 32 : 128;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest);
    if (!isIP(ip) || !isRange || more !== undefined) {
      throw new WrongValue('must be IP addresses or ranges such as 10.0.0.0/8, with commas between');
    }
    if (bits !== undefined && Number(bits) === 0) {
      throw new WrongValue(
        'must name your proxies, and not everybody: who comes by 0.0.0.0/0 or ::/0 could say to come from anywhere',
      );
    }
  }
  return list;
}

export function ipv4Addresses(value: string): string[] {
  const list = listOf(value);
  if (!list.every(isIPv4)) throw new WrongValue('must be IPv4 addresses with commas between');
  return list;
}

/** Where names lead: addresses, IPv6 in its shortest form, or one name. */
export function dnsTarget(value: string): { addresses: string[]; name: string | null } {
  const list = listOf(value);
  if (list.length === 1 && !list.some(isIP)) return { addresses: [], name: domain(value.trim()) };
  if (list.length === 0 || !list.every(isIP)) {
    throw new WrongValue('must be IP addresses with commas between, or one name such as play.example.org');
  }
  const addresses = list.map((part) => (isIPv4(part) ? part : new URL(`http://[${part}]`).hostname.slice(1, -1)));
  return { addresses: [...new Set(addresses)], name: null };
}

/** An origin. */
export function webUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new WrongValue('must be an address that begins with http:// or https://');
  }
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new WrongValue('must be an origin, without a path');
  }
  return url.origin;
}

export function webUrls(value: string): string[] {
  return listOf(value).map(webUrl);
}

/** Each as it appears in URLs, with its port unless that is the default. */
export function hosts(value: string): string[] {
  const list = listOf(value);
  if (!list.every((host) => URL.parse(`https://${host}`)?.host === host)) {
    throw new WrongValue('must be hosts with commas between, such as github.com');
  }
  return list;
}

export const optionalWebUrl = beginningWith(/^https?:$/, 'http:// or https://');
/** Where players join a community: a stand-in's is an address of this machine or the local network, by http. */
export function invitation(value: string): string {
  const isStandIn = isIP(URL.parse(value)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '') !== 0;
  return isStandIn ? optionalWebUrl(value) : beginningWith(/^https:$/, 'https://')(value);
}

export const callUrl = beginningWith(/^tls:$/, 'tls://');
export const databaseUrl = beginningWith(/^postgres(ql)?:$/, 'postgres://');

/** Who a process runs as. */
export function userAndGroup(value: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = matching(
    /^\d+:\d+$/,
    'uid:gid',
  )(value)
    .split(':')
    .map(Number);
  return { uid, gid };
}

/** @param what the expected value, for the error message */
export function wholeNumber(least: number, most: number, what = `a whole number, ${least} to ${most}`): Parse<number> {
  return (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : NaN;
    if (!(number >= least && number <= most)) throw new WrongValue(`must be ${what}`);
    return number;
  };
}

export function required<T>(parse: Parse<T>): Parse<T> {
  return (value) => {
    if (value === '') throw new WrongValue('is missing');
    return parse(value);
  };
}

function matching(pattern: RegExp, what: string): Parse<string> {
  return (value) => {
    if (!pattern.test(value)) throw new WrongValue(`must be ${what}`);
    return value;
  };
}

function oneOf<const T extends string>(...values: T[]): Parse<T> {
  return (value) => {
    const found = values.find((one) => one === value);
    if (found === undefined) throw new WrongValue(`must be ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`);
    return found;
  };
}

function beginningWith(protocol: RegExp, what: string): Parse<string> {
  return (value) => {
    if (!protocol.test(URL.parse(value)?.protocol ?? '')) throw new WrongValue(`must begin with ${what}`);
    return value;
  };
}

function listOf(value: string): string[] {
  return value.split(',').flatMap((part) => part.trim() || []);
}
