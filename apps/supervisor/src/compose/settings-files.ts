import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ownerRole, socketPort, socketUrl, type SystemUser } from '@realmkeep/postgres';
import { apiEnvironment, gatewayEnvironment, settingsFor } from '../children/child-environment.ts';
import type { Config } from '../config.ts';
import { inImage } from '../images/contents.ts';
import type { Secrets } from '../secrets.ts';
import { groups, type SettingName } from '../../../../packages/settings/src/index.ts';
import { StartError } from '../start-error.ts';

/** The services' images, as `images.json` has them. */
export type ComposeImages = Record<'api' | 'gateway' | 'guests' | 'postgres', string>;

interface Installation {
  config: Config;
  secrets: Secrets;
  /** Of the product's role in the database, and in that of realms'. */
  passwords: { product: string; guests: string };
  images: ComposeImages;
  gateway: SystemUser;
  /** Who keeps realms' databases and the doors to them. */
  guests: SystemUser;
}

/** The settings of deploy/compose.yaml and of its services, each as the lines of a file. */
export interface SettingsFiles {
  /** For the file itself: nothing that is secret. */
  compose: string;
  /** For the programs, secrets among it. */
  api: string;
  gateway: string;
  guests: string;
  /** Services in whose place there is something else. */
  unused: string[];
}

/** In the network of the services alone. */
const internalPort = 3100;

/** What there is only where bin/start keeps the programs. */
const notThere: readonly SettingName[] = ['HOST_KEY', 'PROXY_SOCKETS'];

/** @throws StartError naming settings that this way of running has not */
export function settingsFiles({ config, secrets, passwords, images, gateway, guests }: Installation): SettingsFiles {
  const values = inContainers(config);
  const { DATA_DIR: dataDir, HOST, PORT, GAME_HOST, GAME_PORT, SFTP_PORT, DATABASE_URL, REALM_DATABASE_URL } = values;
  // In a container each program listens on all addresses: the host's are Docker's.
  const told = { ...config, values: { ...values, HOST: '::', GAME_HOST: '::' }, app: inImage.app, passedOn: {} };
  const urlOf = (folder: string, password: string) =>
    socketUrl({ folder: join(dataDir, folder), role: ownerRole, password, port: socketPort });
  const database = DATABASE_URL || urlOf('postgres', passwords.product);
  const cluster = REALM_DATABASE_URL ? {} : { GUESTS_DATABASE_URL: urlOf('guests', passwords.guests) };
  const api = linesOf({
    ...apiEnvironment(told, secrets, database, gateway),
    INTERNAL_PORT: String(internalPort),
    IN_CONTAINER: 'true',
    ...cluster,
    GUESTS_USER: `${guests.uid}:${guests.gid}`,
  });
  const player = linesOf({ ...gatewayEnvironment(told, secrets), API_URL: `https://api:${internalPort}` });
  const doors = linesOf({ ...settingsFor('guests', told), ...cluster, GUESTS_DIR: join(dataDir, 'guests') });
  const compose = linesOf({
    API_IMAGE: images.api,
    GATEWAY_IMAGE: images.gateway,
    POSTGRES_IMAGE: images.postgres,
    GUESTS_IMAGE: images.guests,
    DATA_DIR: dataDir,
    DOCKER_SOCKET: values.DOCKER_SOCKET,
    GATEWAY_USER: `${gateway.uid}:${gateway.gid}`,
    GUESTS_USER: `${guests.uid}:${guests.gid}`,
    PAGE: published(HOST, PORT),
    GAME: published(GAME_HOST, GAME_PORT),
    SFTP: published(HOST, SFTP_PORT),
    // With other settings the container is recreated.
    API_SETTINGS: hashOf(api),
    GATEWAY_SETTINGS: hashOf(player),
    GUESTS_SETTINGS: hashOf(doors),
  });
  const unused = [...(DATABASE_URL ? ['database'] : []), REALM_DATABASE_URL ? 'guests' : 'doors'];
  return { compose, api, gateway: player, guests: doors, unused };
}

function inContainers({ values, chosen }: Config): Config['values'] {
  const problems = notThere.filter((name) => values[name] !== '').map((name) => `${name}: is only for bin/start.`);
  for (const name of ['CHAT', 'PAYMENTS', 'KERNELS'] as const)
    if (values[name] === 'sandbox') problems.push(`${name}: the sandbox runs only with bin/start.`);
  for (const name of ['DATA_DIR', 'DOCKER_SOCKET'] as const)
    if (!/^[\w./@+-]+$/.test(values[name])) problems.push(`${name}: must be of letters, digits and . _ - / @ +`);
  if (values.GEO_DATABASE && !values.GEO_DATABASE.startsWith(`${values.DATA_DIR}/`))
    problems.push('GEO_DATABASE: must be in DATA_DIR, as the api sees nothing else.');
  problems.push(...outOfReach('DATABASE_URL', values.DATABASE_URL, values.DATA_DIR));
  problems.push(...outOfReach('REALM_DATABASE_URL', values.REALM_DATABASE_URL, join(values.DATA_DIR, 'guests')));
  if (values.API_WORKERS !== '1') problems.push('API_WORKERS: must be 1, as only bin/start keeps several.');
  if (values.SFTP_PORT === '0') problems.push('SFTP_PORT: must be a port.');
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  // Without a chat platform nobody could create a realm.
  const isAlone = groups.discord.every((name) => values[name] === '') && !chosen.has('REQUIRE_CHAT_LINK');
  return { ...values, RUNTIME: 'docker', ...(isAlone && { REQUIRE_CHAT_LINK: 'false' }) };
}

/** @param folder the part of the machine that the connecting container sees */
function outOfReach(name: SettingName, address: string, folder: string): string[] {
  if (address === '') return [];
  const { hostname, searchParams } = new URL(address);
  const host = decodeURIComponent(hostname);
  const problems = [];
  if (host.startsWith('/') || /^(localhost|127\..*|\[::1\]|)$/.test(host))
    problems.push(`${name}: must lead to an address of the network, as containers have a loopback of their own.`);
  const certificate = searchParams.get('sslrootcert') ?? folder;
  if (!`${certificate}/`.startsWith(`${folder}/`)) problems.push(`${name}: sslrootcert must be in ${folder}.`);
  return problems;
}

/**
 * A published port of the machine, with the same number in the container. By default only on IPv4 addresses: for IPv6, an
 * engine without it in its networks uses a proxy, with which all players seem to come from one address.
 */
function published(host: string, port: string): string {
  const address = host === '::' ? '0.0.0.0' : host.includes(':') ? `[${host}]` : host;
  return `${address}:${port}:${port}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** As Node reads them with --env-file, and compose with its own. @throws StartError where a value cannot be written so */
function linesOf(environment: NodeJS.ProcessEnv): string {
  return Object.entries(environment)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value = '']) => {
      if (/['\r\n]/.test(value)) throw new StartError(`${name}: must not have ' or line breaks in it.`);
      return `${name}='${value}'\n`;
    })
    .join('');
}
