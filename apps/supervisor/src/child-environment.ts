import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

/** What the api is told. */
export function apiEnvironment(config: Config, secrets: Secrets, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...settingsFor('api', config),
    ...secrets,
    DATABASE_URL: databaseUrl,
    WEB_DIR: join(config.app, 'apps/web/dist'),
    REALM_SERVER_DIR: join(config.app, 'apps/realm-server'),
  };
}

/** What the gateway is told: the secret between it and the api, and no other. */
export function gatewayEnvironment(config: Config, secrets: Secrets): NodeJS.ProcessEnv {
  return {
    ...settingsFor('gateway', config),
    API_URL: `http://${apiAddress(config.values.HOST)}:${config.values.PORT}`,
    GATEWAY_TOKEN: secrets.GATEWAY_TOKEN,
  };
}

/** Where this machine reaches the api: on loopback, unless it listens elsewhere alone. */
function apiAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function settingsFor(reader: 'api' | 'gateway', config: Config): NodeJS.ProcessEnv {
  const names = SETTING_NAMES.filter((name) => (SETTINGS[name].readers as readonly string[]).includes(reader));
  const settings = Object.fromEntries(names.map((name) => [name, config.values[name]]));
  return { ...config.passedOn, NODE_ENV: 'production', ...settings };
}
