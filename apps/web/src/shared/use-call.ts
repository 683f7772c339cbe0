import { type QueryKey, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { clearToasts, showToast } from '../ui/toasts/toasts.ts';

interface Call<Answer, Input> extends Pick<
  UseMutationOptions<Answer, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onSettled'
> {
  /** What is fetched again at the end, whatever came of it. */
  refresh?: QueryKey;
}

/**
 * A call of which a toast says why it failed.
 * @param group of the toasts: those of one attempt go when the next begins
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
