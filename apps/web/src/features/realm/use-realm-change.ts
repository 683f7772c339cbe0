import type { Realm } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { keys } from '../../api/query-keys.ts';
import { realmQuery } from '../../api/queries.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

interface Change<Value> {
  group: string;
  change: (value: Value) => Promise<Realm>;
  refused?: (error: unknown) => void;
}

/**
 * A change of one property of the realm, by a call of its own; toasts show the outcome.
 * @param group of the toasts
 * @param refused called with the reason if it is not
 */
export function useRealmChange<Value>(realm: Realm, { group, change, refused }: Change<Value>) {
  const errors = useMessages('errors');
  const { settings: messages } = useMessages('realm');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (value: Value) => {
      const asked = performance.now();
      return withNewerLive(await change(value), asked);
    },
    onMutate: () => clearToasts(group),
    onSuccess: (changed) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: keys.realms });
      showToast('success', messages.saved, group);
    },
    onError: (error) => {
      refused?.(error);
      showToast('error', errorText(errors, error), group);
    },
  });
}
