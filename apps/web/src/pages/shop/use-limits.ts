import type { SubscriptionPlan } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';

/** What a plan allows, in words. */
export function useLimits(): (plan: SubscriptionPlan) => { label: string; value: string }[] {
  const { format } = useI18n();
  const { limits, unlimited, world } = useMessages('subscription');
  return ({ max_realms, max_realm_slots, realm_max_radius }) => [
    { label: limits.realms, value: format.number(max_realms) },
    { label: limits.slots, value: max_realm_slots === null ? unlimited : format.number(max_realm_slots) },
    { label: limits.world, value: world(format.number(realm_max_radius * 2)) },
  ];
}
