import { type Tier, type TierLimits, tierLimits } from '@realmkeep/contract';
import type { Config } from '../../../config.ts';

/** What an owner's tier allows, as far as the operator does. */
export function backupLimits({ backups: { most } }: Config, tier: string): TierLimits['backups'] {
  const limits = tierLimits[tier as Tier].backups;
  return { ...limits, count: Math.min(limits.count, most ?? Infinity) };
}
