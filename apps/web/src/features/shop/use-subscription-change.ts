import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'subscription';

/** Fetches anew what a change of the subscription changes. */
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
  const errors = useMessages('errors');
  const refresh = useSubscriptionRefresh();
  return useMutation({
    mutationFn: (change: 'cancel' | 'resume') =>
      change === 'cancel' ? api.subscriptionCancel() : api.subscriptionResume(),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: async (_, change) => {
      await refresh();
      showToast('success', change === 'cancel' ? ending.done : ending.resumed, toastGroup);
    },
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: onDone,
  });
}
