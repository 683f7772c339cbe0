import type { Handlers } from '../../http/implement.ts';
import { realmConsoleCommand } from './realm-console-command.ts';
import { realmConsoleCommands } from './realm-console-commands.ts';

export const consoleRoutes = { realmConsoleCommand, realmConsoleCommands } satisfies Partial<Handlers>;
