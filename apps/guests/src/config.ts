import { z } from 'zod';
import { sessionsMay } from './session-policy.ts';

const optional = z
  .string()
  .default('')
  .transform((text) => text || null);

const Environment = z.object({
  /** With the doors, and the list of them. */
  GUESTS_DIR: z.string().min(1),
  /** Of the guests' own cluster; empty: there is none. */
  GUESTS_DATABASE_URL: optional,
  /** Of the server that the operator has named for guests; empty: none. */
  REALM_DATABASE_URL: optional,
  /** For realms without walls: a port of 127.0.0.1; empty: none. */
  GUESTS_TCP_PORT: optional.transform(Number),
  LOG_LEVEL: z.string().default('info'),
});

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const env = Environment.parse(environment);
  return {
    dir: env.GUESTS_DIR,
    clusterUrl: env.GUESTS_DATABASE_URL,
    namedUrl: env.REALM_DATABASE_URL,
    tcpPort: env.GUESTS_TCP_PORT || null,
    /** Free room of the disk below which guests may write nothing more. */
    floorBytes: 1024 ** 3,
    sessionsMay,
    logLevel: env.LOG_LEVEL,
  };
}
