import type { Handlers } from '../../http/register-routes.ts';
import { adminAudit } from '../audit/audit.ts';
import { adminRealmBlock, adminRealmUnblock, adminUserBlock, adminUserUnblock } from './admin-block.ts';
import { adminCoinsGrant } from './admin-coins.ts';
import { adminPlanKernels, adminPlanKernelsUpdate } from './admin-plan-kernels.ts';
import { adminRealms, adminUsers } from './admin-lists.ts';

export const adminRoutes = {
  adminUsers,
  adminUserBlock,
  adminUserUnblock,
  adminRealms,
  adminRealmBlock,
  adminRealmUnblock,
  adminCoinsGrant,
  adminPlanKernels,
  adminPlanKernelsUpdate,
  adminAudit,
} satisfies Partial<Handlers>;
