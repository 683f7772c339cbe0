import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { clearToasts, showToast } from '../ui/toasts/toasts.ts';

interface After<Answer> {
  /** The confirmation; omitted if the page shows enough. */
  done?: string;
  onDone?: (answer: Answer) => void;
}

/**
 * A call that answers with the page's new data. Failures are shown, and the data is refetched, since
 * it may be outdated.
 * @param queryKey of the page's data
 */
export function usePageCall<Answer, Input = void>(
  queryKey: QueryKey,
  call: (input: Input) => Promise<Answer>,
  { done, onDone }: After<Answer> = {},
) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const toastGroup = queryKey.join(' ');
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer);
      if (done !== undefined) showToast('success', done, toastGroup);
      onDone?.(answer);
    },
    onError: (error) => {
      showToast('error', errorText(errors, error), toastGroup);
      void queries.invalidateQueries({ queryKey });
    },
  });
}
