import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useCall } from '../../shared/use-call.ts';

const toastGroup = 'subscription';

/** Refetches everything that depends on the subscription. */
export function useSubscriptionRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const changed = [keys.me, keys.realms, keys.anyRealm, keys.possibility, keys.anyStatement];
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

/** Cancels the subscription at the end of its month, or takes that back. @param onDone after either outcome */
export function useSubscriptionChange(onDone: () => void = () => {}) {
  const { ending } = useMessages('subscription');
  const refresh = useSubscriptionRefresh();
  return useCall(toastGroup, {
    mutationFn: (change: 'cancel' | 'resume') =>
      change === 'cancel' ? api.subscriptionCancel() : api.subscriptionResume(),
    onSuccess: async (_, change) => {
      await refresh();
      showToast('success', change === 'cancel' ? ending.done : ending.resumed, toastGroup);
    },
    onSettled: onDone,
  });
}
