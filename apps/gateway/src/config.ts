import { BlockList, isIP } from 'node:net';
import { env } from 'node:process';
import { PROXY_ADDRESS, shortPath } from '@realmkeep/sockets';
import type { ApiAddress } from './api.ts';
import { normaliseServerAddress } from '@realmkeep/protocol';

/** What the gateway is told at its start. The only reader of the environment. */
export interface Config {
  host: string;
  port: number;
  /** Of a socket that is bound already, in place of the two; null: none is. */
  fd: number | null;
  /** Of a unix socket, beside it, that proxies of this machine connect to. */
  proxyFd: number | null;
  /** In lower case; a realm's hostname is its address, a dot, and this. */
  baseDomain: string;
  api: ApiAddress;
  token: string;
  dataDir: string;
  /** Who may send a PROXY header, and must. */
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
    api: read(
      'API_URL',
      '',
      parseApiAddress,
      'unix: and the path of the api’s socket, or an http address without a path',
    ),
    token: read('GATEWAY_TOKEN', '', parseToken, `a secret of at least ${MIN_TOKEN_LENGTH} characters`),
    dataDir: read('DATA_DIR', './data', (text) => text, 'a folder'),
    trustedProxies: read(
      'PROXY_FROM',
      '',
      parseTrustedProxies,
      'a comma-separated list of IP addresses and CIDR ranges, not everybody as 0.0.0.0/0 is',
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
  const [fd = null, proxyFd = null] = ['GAME_FD', 'GAME_PROXY_FD'].map((name) =>
    environment[name] ? Number(environment[name]) : null,
  );
  if (proxyFd !== null) config.trustedProxies.addAddress(PROXY_ADDRESS);
  return { ...config, fd, proxyFd };
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
    // Of no bits it is everybody, who could then say to come from anywhere.
    const bits = integerWithin(1, PREFIX_BITS[family])(prefix ?? `${PREFIX_BITS[family]}`);
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

function parseApiAddress(text: string): ApiAddress | undefined {
  // Held open for as long as this process runs, where the path is long.
  if (text.startsWith('unix:/')) return { socketPath: shortPath(text.slice('unix:'.length)).path };
  const url = URL.parse(text);
  const isOrigin = url !== null && url.protocol === 'http:' && url.href === `${url.origin}/`;
  return isOrigin ? { host: url.hostname, port: url.port || 80 } : undefined;
}

function parseToken(text: string): string | undefined {
  return text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

function isComplete<T extends object>(config: Nullable<T>): config is T {
  return Object.values(config).every((value) => value !== null);
}
