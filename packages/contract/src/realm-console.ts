import { z } from 'zod';
import { addresses, type EndpointName } from './addresses.ts';
import { consoleCommandRule } from './console-rules.ts';
import type { Endpoint } from './endpoint.ts';
import { oneLine } from './texts.ts';

/** What a console has printed is told by the socket: events.ts. */
export const ConsoleLine = z.object({
  /** Grows with each line that is printed, those that are left out counted: a jump says how many were. */
  n: z.int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** May hold the game's colour codes (§ and a character) and ANSI's (SGR). */
  text: z.string(),
});
export type ConsoleLine = z.infer<typeof ConsoleLine>;

export const RealmConsoleCommandBody = z.object({
  command: z.string().trim().min(1).max(consoleCommandRule.max).regex(oneLine),
});

export const RealmConsoleCommands = z.object({
  /** In no particular order. `usage`: words, choices with strokes between them, <what must be said> and [what may be]. */
  commands: z.array(z.object({ name: z.string(), usage: z.string() })),
});
export type RealmConsoleCommands = z.infer<typeof RealmConsoleCommands>;

export const consoleEndpoints = {
  realmConsoleCommand: {
    address: addresses.realmConsoleCommand,
    summary: 'Send a command to a realm’s console, which says who has sent it',
    body: RealmConsoleCommandBody,
    response: z.null(),
    errors: ['realm_unknown', 'realm_not_running'],
  },
  realmConsoleCommands: {
    address: addresses.realmConsoleCommands,
    summary: 'The commands that a realm’s console takes',
    response: RealmConsoleCommands,
    errors: ['realm_unknown', 'realm_not_running'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
