import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { playersKeys } from './players-keys.ts';

export const toastGroup = 'players';

/** A change of who comes in. Toasts say what went wrong, and the lists are asked for anew. */
export function usePlayersChange<Input, Answer>(realmId: string, call: (input: Input) => Promise<Answer>) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => queries.invalidateQueries({ queryKey: playersKeys.all(realmId) }),
  });
}
