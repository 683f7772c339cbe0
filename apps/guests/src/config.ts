import { namesFor, readSettings } from '@realmkeep/settings';
import { sessionsMay } from './session-policy.ts';

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. @throws SettingsError */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(namesFor('guests'), environment);
  return {
    dir: env.GUESTS_DIR,
    /** Of the guests' own cluster; null: there is none. */
    clusterUrl: env.GUESTS_DATABASE_URL,
    /** Of the server that the operator has named for guests; null: none. */
    namedUrl: env.REALM_DATABASE_URL,
    /** For realms without walls: a port of 127.0.0.1; null: none. */
    tcpPort: env.GUESTS_TCP_PORT,
    /** Free room of the disk below which guests may write nothing more. */
    floorBytes: 1024 ** 3,
    sessionsMay,
    logLevel: env.LOG_LEVEL,
  };
}
