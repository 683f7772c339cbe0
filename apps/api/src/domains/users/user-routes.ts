import type { Handlers } from '../../http/implement.ts';
import { userMe } from './user-me.ts';
import { userRegister } from './user-register.ts';

export const userRoutes = { userRegister, userMe } satisfies Partial<Handlers>;
