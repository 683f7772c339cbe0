import { account } from './account.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { realm } from './realm.ts';
import { shell } from './shell.ts';

export const catalogue = { shell, auth, errors, home, account, realm };
