import type { Handlers } from '../../http/register-routes.ts';
import { realmConsoleCommand, realmConsoleCommands } from './realm-console-command.ts';

export const consoleRoutes = { realmConsoleCommand, realmConsoleCommands } satisfies Partial<Handlers>;
