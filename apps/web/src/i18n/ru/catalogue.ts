import type { Catalogue } from '../catalogue.ts';
import { shell } from './shell.ts';

export const catalogue = { shell } satisfies Catalogue;
