import type { RealmDatabase } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts.ts';

const toastGroup = 'database';

/**
 * A call that answers with the realm's database, which the page then shows; what went wrong it says, and looks anew.
 * @param onDone after it has been carried out
 */
export function useDatabaseCall(realmId: string, call: () => Promise<RealmDatabase>, onDone?: () => void) {
  const errors = usePageText('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realmDatabase(realmId), answer);
      onDone?.();
    },
    onError: (fault) => {
      showToast('error', errorText(errors, fault), toastGroup);
      void queries.invalidateQueries({ queryKey: keys.realmDatabase(realmId) });
    },
  });
}
