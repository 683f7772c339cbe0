import type { RealmSchedules } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts.ts';

const toastGroup = 'schedules';

/**
 * A call that answers with all schedules of the realm, which the page then shows; what went wrong it says.
 * @param onDone with the answer
 */
export function useScheduleCall<Input>(
  realmId: string,
  call: (input: Input) => Promise<RealmSchedules>,
  onDone?: (answer: RealmSchedules) => void,
) {
  const errors = usePageText('errors');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realmSchedules(realmId), answer);
      onDone?.(answer);
    },
    onError: (fault) => {
      showToast('error', errorText(errors, fault), toastGroup);
      // Somebody else was quicker.
      if (fault instanceof ApiError && fault.code === 'schedule_unknown') {
        void queries.invalidateQueries({ queryKey: keys.realmSchedules(realmId) });
      }
    },
  });
}
