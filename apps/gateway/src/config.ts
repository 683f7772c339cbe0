import { BlockList, isIP } from 'node:net';
import { env } from 'node:process';
import { normaliseServerAddress } from '@realmkeep/protocol';

/** What the gateway is told at its start. The only reader of the environment. */
export interface Config {
  host: string;
  port: number;
  /** In lower case; a realm's hostname is its address, a dot, and this. */
  baseDomain: string;
  apiUrl: string;
  token: string;
  dataDir: string;
  /** Who may send a PROXY v2 header, and must. */
  trustedProxies: BlockList;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  maxLoginsPerMinute: number;
  /** How long a client may take from its connection until it is routed or answered. */
  handshakeTimeoutMs: number;
  logLevel: string;
}

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const MIN_TOKEN_LENGTH = 32;
const PREFIX_BITS = { ipv4: 32, ipv6: 128 };

/** @throws Error that names each setting that is wrong, and never its value */
export function readConfig(environment: Environment = env): Config {
  const wrong: string[] = [];
  function read<T>(name: string, fallback: string, parse: (text: string) => T | undefined, expected: string): T | null {
    const value = parse(environment[name] || fallback);
    if (value !== undefined) return value;
    wrong.push(`${name}: ${expected}`);
    return null;
  }
  const config = {
    host: read('GAME_HOST', '0.0.0.0', (text) => (isIP(text) ? text : undefined), 'an IP address to listen on'),
    port: read('GAME_PORT', '25565', integerWithin(0, 65_535), 'a port'),
    baseDomain: read('BASE_DOMAIN', 'localhost', normaliseServerAddress, 'a domain name'),
    apiUrl: read('API_URL', 'http://127.0.0.1:3000', parseOrigin, 'an http or https address without a path'),
    token: read('GATEWAY_TOKEN', '', parseToken, `a secret of at least ${MIN_TOKEN_LENGTH} characters`),
    dataDir: read('DATA_DIR', './data', (text) => text, 'a folder'),
    trustedProxies: read(
      'PROXY_FROM',
      '',
      parseTrustedProxies,
      'a comma-separated list of IP addresses and CIDR ranges',
    ),
    maxConnections: read('MAX_CONNECTIONS', '4000', integerWithin(1, 1_000_000), 'a whole number above 0'),
    maxConnectionsPerAddress: read(
      'MAX_CONNECTIONS_PER_ADDRESS',
      '40',
      integerWithin(1, 1_000_000),
      'a whole number above 0',
    ),
    maxLoginsPerMinute: read('MAX_LOGINS_PER_MINUTE', '60', integerWithin(1, 1_000_000), 'a whole number above 0'),
    logLevel: read('LOG_LEVEL', 'info', (text) => LOG_LEVELS.find((level) => level === text), LOG_LEVELS.join(', ')),
    handshakeTimeoutMs: read('HANDSHAKE_TIMEOUT_MS', '5000', integerWithin(100, 60_000), 'milliseconds, 100 to 60000'),
  };
  if (!isComplete(config)) throw new Error(wrong.join('; '));
  return config;
}

/** The addresses and CIDR ranges of a comma-separated list, or undefined when one of them is neither. */
export function parseTrustedProxies(text: string): BlockList | undefined {
  const list = new BlockList();
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = integerWithin(0, PREFIX_BITS[family])(prefix ?? `${PREFIX_BITS[family]}`);
    if (isIP(address) === 0 || bits === undefined || entry.split('/').length > 2) return undefined;
    list.addSubnet(address, bits, family);
  }
  return list;
}

function integerWithin(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : undefined;
}

function parseToken(text: string): string | undefined {
  return text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

function isComplete(config: Nullable<Config>): config is Config {
  return Object.values(config).every((value) => value !== null);
}
