import type { Handlers } from '../../http/register-routes.ts';
import { adminAudit } from '../audit/admin-audit.ts';
import { adminRealmBlock, adminRealmUnblock, adminUserBlock, adminUserUnblock } from './admin-block.ts';
import { adminCoinsGrant } from './admin-coins-grant.ts';
import { adminPlanKernels, adminPlanKernelsUpdate } from './admin-plan-kernels.ts';
import { adminRealms } from './admin-realms.ts';
import { adminUsers } from './admin-users.ts';

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
