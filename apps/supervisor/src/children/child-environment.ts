import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SystemUser } from '@realmkeep/postgres';
import type { Config } from '../config.ts';
import { internalSocket } from '../sockets/hold-sockets.ts';
import type { Secrets } from '../secrets.ts';
import { type Reader, settingNames, settingsTable } from '../../../../packages/settings/src/index.ts';

/** The api's environment. */
export function apiEnvironment(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  gateway: SystemUser | null,
): NodeJS.ProcessEnv {
  return {
    ...settingsFor('api', config),
    ...secrets,
    DATABASE_URL: databaseUrl,
    ADOPT_DATA_DIR: String(config.adoptDataDir),
    WEB_DIR: join(config.app, 'apps/web/dist'),
    REALM_SERVER_DIR: join(config.app, 'apps/realm-server'),
    GATEWAY_USER: gateway === null ? '' : `${gateway.uid}:${gateway.gid}`,
  };
}

/** The gateway's environment: with the secret between it and the api, and no other. */
export function gatewayEnvironment(config: Config, secrets: Secrets): NodeJS.ProcessEnv {
  return {
    ...settingsFor('gateway', config),
    API_URL: `unix:${internalSocket(config.values.DATA_DIR)}`,
    GATEWAY_TOKEN: secrets.GATEWAY_TOKEN,
    METRICS_TOKEN_SHA256: createHash('sha256').update(secrets.METRICS_TOKEN).digest('hex'),
  };
}

/** A process's share of the operator's settings and of the machine's environment. */
export function settingsFor(reader: Reader, config: Config): NodeJS.ProcessEnv {
  const names = settingNames.filter((name) => (settingsTable[name].readers as readonly Reader[]).includes(reader));
  const settings = Object.fromEntries(names.map((name) => [name, config.values[name]]));
  return { ...config.passedOn, NODE_ENV: 'production', ...settings };
}
