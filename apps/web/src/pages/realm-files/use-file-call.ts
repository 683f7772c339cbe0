import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'files';

/** A call that changes the realm's files, which are then read anew, also after it went wrong, which it says. */
export function useFileCall<Input>(realmId: string, call: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: () => onDone?.(),
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) }),
  });
}
