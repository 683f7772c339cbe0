import { z } from 'zod';
import type { EndpointSchemas } from './endpoint.ts';
import { FileQuery } from './realm-files.ts';
import type { EndpointName } from './routes.ts';
import { startCauses } from './start-problems.ts';

export const RealmLog = z.object({
  /** Among the realm's files. */
  path: z.string(),
  kind: z.enum(['CONSOLE', 'LOG', 'CRASH']),
  bytes: z.int(),
  changed: z.iso.datetime(),
});
export type RealmLog = z.infer<typeof RealmLog>;

export const RealmLogs = z.object({
  /** The newest 100. */
  logs: z.array(RealmLog),
  /** How many older ones there are among the realm's files. */
  older: z.int(),
});

export const RealmLogText = z.object({
  text: z.string(),
  /** Whether the beginning is left out: only the last 512 KiB are returned. */
  cut: z.boolean(),
});

/** Why a realm's server did not start, according to its output. */
export const StartProblem = z.object({
  cause: z.enum(startCauses),
  /** The plugin or mod that it is about; null if it is the server. */
  subject: z.string().nullable(),
  /** What that needs: a version of Java or of the game, or other plugins or mods. */
  needs: z.string().nullable(),
  /** The line that says so. */
  line: z.string(),
});
export type StartProblem = z.infer<typeof StartProblem>;

export const logEndpoints = {
  realmLogs: {
    summary: 'The logs and crash reports of a realm',
    response: RealmLogs,
    errors: ['realm_unknown'],
  },
  realmLogText: {
    summary: 'Read a log or crash report, even a compressed one',
    query: FileQuery,
    response: RealmLogText,
    errors: [
      'realm_unknown',
      'file_none',
      'file_unknown',
      'file_name_invalid',
      'log_too_large',
      'file_archive_unreadable',
    ],
  },
  realmStartProblem: {
    summary: 'Why a realm’s server did not start the last time, if its output says so',
    response: z.object({ problem: StartProblem.nullable() }),
    errors: ['realm_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
