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
    /** The file that a pod leaves its last word in. */
    lastWord: env.LAST_WORD,
    /** Whom a pod tells that it is up; null: nobody. */
    helloTo: env.HELLO_TO,
    /** Where a pod calls for the database of its realm; null: nowhere. */
    doorTo: env.DOOR_TO,
    /** How long a pod lives that nobody calls, and in which nothing runs. Whoever has not called it for half of this asks first whether it is there. */
    podIdleMs: env.POD_IDLE_MS,
  };
}

/** What is wrong with them is for the operator, in words. */
export function readSettingsOrEnd(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
