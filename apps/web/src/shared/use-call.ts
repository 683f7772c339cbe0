import { type QueryKey, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { clearToasts, showToast } from '../ui/toasts/toasts.ts';

interface Call<Answer, Input> extends Pick<
  UseMutationOptions<Answer, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onSettled'
> {
  /** Refetched at the end, whatever the outcome. */
  refresh?: QueryKey;
}

/**
 * A call whose failures are shown by a toast.
 * @param group of the toasts: those of one attempt vanish when the next begins
 */
export function useCall<Answer, Input = void>(group: string, { refresh, ...call }: Call<Answer, Input>) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  return useMutation({
    onMutate: () => clearToasts(group),
    onError: (error) => showToast('error', errorText(errors, error), group),
    ...(refresh && { onSettled: () => queries.invalidateQueries({ queryKey: refresh }) }),
    ...call,
  });
}
