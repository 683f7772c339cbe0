import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { addonsKey } from './addons-key.ts';

/** A change of the plugins or packs, after which they are asked for anew. */
export function useAddonCall<Input>(realmId: string, call: (input: Input) => Promise<unknown>) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts('addons'),
    onError: (error) => showToast('error', errorText(errors, error), 'addons'),
    onSettled: () => queries.invalidateQueries({ queryKey: addonsKey(realmId), exact: true }),
  });
}
