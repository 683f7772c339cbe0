import type { RealmKernel } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts.ts';

const toastGroup = 'kernel';

/** A call that answers with the realm's kernel as it is then. @param done what is said of it */
export function useKernelCall(realmId: string, call: () => Promise<RealmKernel>, done: string, onDone: () => void) {
  const errors = usePageText('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realmKernel(realmId), answer);
      showToast('success', done, toastGroup);
      onDone();
    },
    onError: (fault) => {
      showToast('error', errorText(errors, fault), toastGroup);
      // What was shown is not so any more, perhaps.
      void queries.invalidateQueries({ queryKey: keys.realmKernel(realmId) });
    },
  });
}
