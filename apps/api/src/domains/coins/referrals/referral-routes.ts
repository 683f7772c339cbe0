import type { Handlers } from '../../../http/register-routes.ts';
import { userReferrals } from './user-referrals.ts';

export const referralRoutes = { userReferrals } satisfies Partial<Handlers>;
