import type { Handlers } from '../../http/register-routes.ts';
import { adminMachine } from './admin-machine.ts';

export const machineRoutes = { adminMachine } satisfies Partial<Handlers>;
