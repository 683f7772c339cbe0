import { z } from 'zod';

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
  /** Free room of the disk below which guests may write nothing more. */
  GUESTS_FLOOR_BYTES: z.coerce
    .number()
    .int()
    .default(1024 ** 3),
  /** What guests' sessions may have of the memory together. */
  GUESTS_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .default(512 * 1024 ** 2),
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
    floorBytes: env.GUESTS_FLOOR_BYTES,
    memoryBytes: env.GUESTS_MEMORY_BYTES,
    logLevel: env.LOG_LEVEL,
  };
}
