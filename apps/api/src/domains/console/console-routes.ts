import type { Handlers } from '../../http/register-routes.ts';
import { realmConsoleCommand } from './realm-console-command.ts';
import { realmConsoleCommands } from './realm-console-commands.ts';

export const consoleRoutes = { realmConsoleCommand, realmConsoleCommands } satisfies Partial<Handlers>;
