import { shell } from './shell.ts';

export const catalogue = { shell };
