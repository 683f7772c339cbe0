import { playersKeys } from './players-keys.ts';
import { useCall } from '../../shared/use-call.ts';

export const toastGroup = 'players';

/** A change of who comes in. Toasts say what went wrong, and the lists are asked for anew. */
export function usePlayersChange<Input, Answer>(realmId: string, call: (input: Input) => Promise<Answer>) {
  return useCall(toastGroup, {
    mutationFn: call,
    refresh: playersKeys.all(realmId),
  });
}
