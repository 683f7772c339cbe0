import type { Handlers } from '../../http/implement.ts';
import { adminMachine } from './admin-machine.ts';

export const machineRoutes = { adminMachine } satisfies Partial<Handlers>;
