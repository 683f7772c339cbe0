import { playersKeys } from './players-keys.ts';
import { useCall } from '../../shared/use-call.ts';

export const toastGroup = 'players';

/** A change of who may join. Toasts show failures, and the lists are refetched. */
export function usePlayersChange<Input, Answer>(realmId: string, call: (input: Input) => Promise<Answer>) {
  return useCall(toastGroup, {
    mutationFn: call,
    refresh: playersKeys.all(realmId),
  });
}
