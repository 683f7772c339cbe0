import { keys } from '../../api/query-keys.ts';
import { useCall } from '../../shared/use-call.ts';

const toastGroup = 'files';

/** A call that changes the realm's files, which are then read anew, also after it went wrong, which it says. */
export function useFileCall<Input>(realmId: string, call: (input: Input) => Promise<unknown>, onDone?: () => void) {
  return useCall(toastGroup, {
    mutationFn: call,
    onSuccess: () => onDone?.(),
    refresh: keys.realmFiles(realmId),
  });
}
