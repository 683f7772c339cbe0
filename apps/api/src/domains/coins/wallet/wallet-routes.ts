import type { Handlers } from '../../../http/register-routes.ts';
import { walletStatement } from './wallet-statement.ts';
import { walletStatementCsv } from './wallet-statement-csv.ts';

export const walletRoutes = { walletStatement, walletStatementCsv } satisfies Partial<Handlers>;
