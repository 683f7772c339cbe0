import type { Handlers } from '../../../http/register-routes.ts';
import { realmKernel } from './realm-kernel.ts';
import { realmKernelChange } from './realm-kernel-change.ts';
import { realmKernelReturn } from './realm-kernel-return.ts';
import { realmKernelVersions } from './realm-kernel-versions.ts';

export const kernelRoutes = {
  realmKernel,
  realmKernelVersions,
  realmKernelChange,
  realmKernelReturn,
} satisfies Partial<Handlers>;
