import { ConsoleCommands, ConsoleInput } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import { routes, type EndpointName } from './routes.ts';
import type { Endpoint } from './endpoint.ts';

/** The socket sends a console's output: events.ts. */
export const RealmConsoleCommandBody = z.object({ command: ConsoleInput });

/** In no particular order. */
export const RealmConsoleCommands = z.object({ commands: ConsoleCommands });
export type RealmConsoleCommands = z.infer<typeof RealmConsoleCommands>;

export const consoleEndpoints = {
  realmConsoleCommand: {
    route: routes.realmConsoleCommand,
    summary: 'Send a command to a realm’s console, which shows who sent it',
    body: RealmConsoleCommandBody,
    response: z.null(),
    errors: ['realm_unknown', 'realm_not_running'],
  },
  realmConsoleCommands: {
    route: routes.realmConsoleCommands,
    summary: 'The commands that a realm’s console accepts',
    response: RealmConsoleCommands,
    errors: ['realm_unknown', 'realm_not_running'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
