import type { Handlers } from '../../http/register-routes.ts';
import { userReferrals } from './referrals/user-referrals.ts';
import { walletStatement } from './wallet/wallet-statement.ts';
import { walletStatementCsv } from './wallet/wallet-statement-csv.ts';

export const coinRoutes = { walletStatement, walletStatementCsv, userReferrals } satisfies Partial<Handlers>;
