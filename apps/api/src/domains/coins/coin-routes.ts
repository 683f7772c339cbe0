import type { Handlers } from '../../http/register-routes.ts';
import { userReferrals } from './referrals/user-referrals.ts';
import { walletStatement, walletStatementCsv } from './wallet/wallet-statement.ts';

export const coinRoutes = { walletStatement, walletStatementCsv, userReferrals } satisfies Partial<Handlers>;
