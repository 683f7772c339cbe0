import type { RealmBackups } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts.ts';

const toastGroup = 'backups';

/** A call that answers with the realm's backups as they are then. @param done what is said of it */
export function useBackupCall(realmId: string, call: () => Promise<RealmBackups>, done: string, onDone?: () => void) {
  const errors = usePageText('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realmBackups(realmId), answer);
      showToast('success', done, toastGroup);
      onDone?.();
    },
    onError: (fault) => {
      showToast('error', errorText(errors, fault), toastGroup);
      // What was shown is not so any more, perhaps.
      void queries.invalidateQueries({ queryKey: keys.realmBackups(realmId) });
    },
  });
}
