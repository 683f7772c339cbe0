import { realmMemoryMiB } from '@realmkeep/runtime/installed';
import { readHostKey } from '@realmkeep/runtime/host';
import { namesFor, readSettings, SettingsError } from '@realmkeep/settings';

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. @throws SettingsError */
function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(namesFor('host'), environment);
  if (env.HOST_KEY === null) throw new SettingsError('HOST_KEY: is missing');
  return {
    key: readHostKey(env.HOST_KEY),
    host: env.HOST,
    port: env.HOST_PORT,
    /** Where gateways bring players. */
    gamePort: env.HOST_GAME_PORT,
    dataDir: env.DATA_DIR,
    realmServerDir: env.REALM_SERVER_DIR,
    /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
    realmDns: env.REALM_DNS ?? [],
    /** For all realms together. */
    realmMemoryMiB: env.REALM_MEMORY_MIB || realmMemoryMiB(),
    /** Where programs are, with colons between. */
    path: env.PATH,
    logLevel: env.LOG_LEVEL,
    /** The file with a pod's termination message. */
    lastWord: env.LAST_WORD,
    /** The address to which a pod reports that it is up; null: none. */
    helloTo: env.HELLO_TO,
    /** Where a pod calls for the database of its realm; null: nowhere. */
    doorTo: env.DOOR_TO,
    /** How long an unused pod in which nothing runs lives. A caller that has not called it for half of this checks first whether it exists. */
    podIdleMs: env.POD_IDLE_MS,
  };
}

/** Ends the process with a message to the operator if they are invalid. */
export function readSettingsOrEnd(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
