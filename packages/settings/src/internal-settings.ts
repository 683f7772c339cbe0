import {
  absolute,
  callUrl,
  databaseUrl,
  flag,
  required,
  sha256,
  text,
  token,
  userAndGroup,
  webUrl,
  wholeNumber,
  workers,
} from './parse.ts';
import { orNull, type Parse, type Reader } from './setting.ts';

const boundSocket = wholeNumber(3, 9999, 'a descriptor');
/** Of a socket that is bound already; null: the process binds its own. */
const descriptor = orNull(boundSocket);
const descriptors: Parse<number[]> = (value) => value.split(' ').map(boundSocket);

/** Settings that the supervisor gives a process besides the operator's. */
export const internalSettings = {
  PATH: internal('', text, ['api', 'host']),
  /** Of the page's port, one or more of the same socket, with blanks between. */
  PORT_FDS: internal('', orNull(descriptors), ['api']),
  SFTP_FD: internal('', descriptor, ['api']),
  INTERNAL_FD: internal('', descriptor, ['api']),
  /** Where gateways on other machines reach the api, by TLS; null: they are on this one. */
  INTERNAL_PORT: internal('', orNull(wholeNumber(1, 65_535)), ['api']),
  PAGE_PROXY_FD: internal('', descriptor, ['api']),
  SFTP_PROXY_FD: internal('', descriptor, ['api']),
  GAME_FD: internal('', descriptor, ['gateway']),
  GAME_PROXY_FD: internal('', descriptor, ['gateway']),
  /** Which of API_WORKERS this is. */
  WORKER: internal('1', workers, ['api']),
  /** Set by bin/start --adopt-data-dir. */
  ADOPT_DATA_DIR: internal('false', flag, ['api']),
  WEB_DIR: internal('', required(text), ['api']),
  REALM_SERVER_DIR: internal('', required(text), ['api', 'host']),
  /** Who the gateway runs as, where that is another user than this. */
  GATEWAY_USER: internal('', orNull(userAndGroup), ['api']),
  /** The hash by which the gateway recognises the token, which it does not get; null: nobody may read its metrics. */
  METRICS_TOKEN_SHA256: internal('', orNull(sha256), ['gateway']),
  /** What users leave free of the disk of the data folder, in percent of it; null: as on a disk that nobody else uses. */
  DISK_RESERVE_PERCENT: internal('', orNull(wholeNumber(1, 90)), ['api']),
  /** What the data folder may hold, in GiB; null: what its disk does. */
  SPOOL_GIB: internal('', orNull(wholeNumber(1, 10_000)), ['api']),
  /** Where the gateway reaches the api: `unix:` and the path of its socket, or an origin; with https its certificate follows from GATEWAY_TOKEN. */
  API_URL: internal('', required(apiUrl), ['gateway']),
  /** With the doors to realms' databases, and the list of them. */
  GUESTS_DIR: internal('', required(text), ['guests']),
  /** The guests' own cluster; null: it does not run yet, and the supervisor starts it on request. */
  GUESTS_DATABASE_URL: internal('', orNull(databaseUrl), ['api', 'guests']),
  /** Where realms that have no walls reach their databases, on 127.0.0.1; null: all have walls. */
  GUESTS_TCP_PORT: internal('', orNull(wholeNumber(1, 65_535)), ['api', 'guests']),
  /** Whether the supervisor copies older databases from the product's server to the guests'. */
  GUESTS_CARRY_OVER: internal('false', flag, ['api']),
  /** Why that could not be done; null: it was, or there was nothing to be done. */
  GUESTS_MISSING: internal('', orNull(text), ['api']),
  /** Whether the api is in a container of the machine whose Docker runs realms, and sees the machine's processes. */
  IN_CONTAINER: internal('false', flag, ['api']),
  /** Who opens the doors, where that is another user than this. */
  GUESTS_USER: internal('', orNull(userAndGroup), ['api']),
  /** The file for a pod's termination message: its container's `terminationMessagePath`. */
  LAST_WORD: internal('/dev/termination-log', absolute, ['host']),
  /** The address to which a pod reports that it is up; null: none. */
  HELLO_TO: internal('', orNull(callUrl), ['host']),
  /** Where a pod calls for the database of its realm; null: nowhere. */
  DOOR_TO: internal('', orNull(callUrl), ['host']),
  SANDBOX_FD: internal('', required(boundSocket), ['sandbox']),
  /** A folder of the sandbox's own. */
  SANDBOX_DIR: internal('', required(absolute), ['sandbox']),
  /** Where the sandbox reports what happens, on this machine. */
  PRODUCT_ORIGIN: internal('', required(webUrl), ['sandbox']),
  /** What the sandbox signs reports of pressed buttons with: Ed25519, PKCS#8 in base64. */
  DISCORD_SIGNING_KEY: internal('', required(token), ['sandbox']),
  /** For tests, as the next three. */
  HEADERS_TIMEOUT_MS: internal('10000', wholeNumber(1, 30_000), ['api']),
  STRICT_ERRORS: internal('false', flag, ['api']),
  POD_IDLE_MS: internal('30000', wholeNumber(100, 600_000), ['host']),
  HANDSHAKE_TIMEOUT_MS: internal('5000', wholeNumber(100, 60_000), ['gateway']),
} as const;

function internal<T, const R extends Reader>(standard: string, parse: Parse<T>, readers: readonly R[]) {
  return { default: standard, parse, readers };
}

function apiUrl(value: string): string {
  return value.startsWith('unix:/') ? text(value) : webUrl(value);
}
