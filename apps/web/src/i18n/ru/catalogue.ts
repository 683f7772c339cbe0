import type { Catalogue } from '../catalogue.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { shell } from './shell.ts';

export const catalogue = { shell, auth, errors } satisfies Catalogue;
