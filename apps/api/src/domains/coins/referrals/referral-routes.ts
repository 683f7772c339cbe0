import type { Handlers } from '../../../http/implement.ts';
import { userReferrals } from './user-referrals.ts';

export const referralRoutes = { userReferrals } satisfies Partial<Handlers>;
