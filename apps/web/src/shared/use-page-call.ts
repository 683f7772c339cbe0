import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { clearToasts, showToast } from '../ui/toasts/toasts.ts';

interface After<Answer> {
  /** Said once it has been carried out; nothing where the page shows enough of it. */
  done?: string;
  onDone?: (answer: Answer) => void;
}

/**
 * A call that answers with what the page shows as it is then. What went wrong is said, and what is shown asked for anew, since
 * it is not so any more, perhaps.
 * @param queryKey of what the page shows
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
