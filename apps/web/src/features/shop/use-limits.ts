import { type Tier, tierLimits } from '@realmkeep/contract/tiers';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';

/** Describes a tier's limits. */
export function useLimits(): (tier: Tier) => { label: string; value: string }[] {
  const { format } = useI18n();
  const { limits, unlimited, world } = useMessages('subscription');
  const { tiers } = useMessages('realm');
  return (tier) => {
    const { realms, slots, borderDiameter } = tierLimits[tier];
    return [
      { label: limits.plan, value: tiers[tier] },
      { label: limits.realms, value: format.number(realms) },
      { label: limits.slots, value: slots === null ? unlimited : format.number(slots) },
      { label: limits.world, value: world(format.number(borderDiameter)) },
    ];
  };
}
