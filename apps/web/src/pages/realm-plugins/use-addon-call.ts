import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../shared/use-call.ts';
import { addonsKey } from './addons-key.ts';

/** A change of the plugins or packs, after which they are refetched. */
export function useAddonCall<Input>(realmId: string, call: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useCall('addons', {
    mutationFn: call,
    onSettled: () => queries.invalidateQueries({ queryKey: addonsKey(realmId), exact: true }),
  });
}
