import { BlockList, isIPv6 } from 'node:net';
import { env } from 'node:process';
import { namesFor, readSettings, SettingsError } from '@realmkeep/settings';
import { internalCertificate, internalServerName, proxyAddress, shortPath } from '@realmkeep/sockets';
import type { ApiAddress } from './api.ts';

/** The gateway's configuration. The only reader of the environment. */
export interface Config {
  host: string;
  port: number;
  /** The descriptor of an already bound socket, in place of the two; null: there is none. */
  fd: number | null;
  /** The descriptor of an additional unix socket for proxies on this machine. */
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
  /** The port of its health checks; 0: none. */
  healthPort: number;
  /** SHA-256 in hex; null: nobody can read its metrics. */
  metricsTokenHash: string | null;
  /** How long its players may stay once it takes no new ones. */
  drainMs: number;
  logLevel: string;
}

/** @throws SettingsError */
export function readConfig(environment: Record<string, string | undefined> = env): Config {
  const told = readSettings(namesFor('gateway'), environment);
  const { GATEWAY_TOKEN: token } = told;
  if (token === null) throw new SettingsError('GATEWAY_TOKEN: is missing');
  const trustedProxies = blockList(told.PROXY_FROM ?? []);
  if (told.GAME_PROXY_FD !== null) trustedProxies.addAddress(proxyAddress);
  return {
    host: told.GAME_HOST,
    port: told.GAME_PORT,
    fd: told.GAME_FD,
    proxyFd: told.GAME_PROXY_FD,
    baseDomain: told.BASE_DOMAIN,
    api: apiAddress(told.API_URL, token),
    token,
    dataDir: told.DATA_DIR,
    trustedProxies,
    maxConnections: told.MAX_CONNECTIONS,
    maxConnectionsPerAddress: told.MAX_CONNECTIONS_PER_ADDRESS,
    maxLoginsPerMinute: told.MAX_LOGINS_PER_MINUTE,
    handshakeTimeoutMs: told.HANDSHAKE_TIMEOUT_MS,
    healthPort: told.GATEWAY_HEALTH_PORT,
    metricsTokenHash: told.METRICS_TOKEN_SHA256,
    drainMs: told.GATEWAY_DRAIN_SECONDS * 1_000,
    logLevel: told.LOG_LEVEL,
  };
}

/** @param entries addresses and ranges in CIDR notation */
export function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function apiAddress(text: string, token: string): ApiAddress {
  // If the path is long, held open for as long as this process runs.
  if (text.startsWith('unix:')) return { socketPath: shortPath(text.slice('unix:'.length)).path };
  const url = new URL(text);
  if (url.protocol === 'http:') return { host: url.hostname, port: url.port || 80 };
  const { cert: ca } = internalCertificate(token);
  return { host: url.hostname, port: Number(url.port || 443), ca, servername: internalServerName };
}
