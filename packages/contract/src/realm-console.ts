import { ConsoleCommands, ConsoleInput } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';

/** The socket sends a console's output: events.ts. */
export const RealmConsoleCommandBody = z.object({ command: ConsoleInput });

/** In no particular order. */
export const RealmConsoleCommands = z.object({ commands: ConsoleCommands });
export type RealmConsoleCommands = z.infer<typeof RealmConsoleCommands>;

export const consoleEndpoints = {
  realmConsoleCommand: {
    summary: 'Send a command to a realm’s console, which shows who sent it',
    body: RealmConsoleCommandBody,
    response: z.null(),
    errors: ['realm_unknown', 'realm_not_running'],
  },
  realmConsoleCommands: {
    summary: 'The commands that a realm’s console accepts',
    response: RealmConsoleCommands,
    errors: ['realm_unknown', 'realm_not_running'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
