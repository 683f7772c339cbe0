import { liveState } from './live-state.ts';
import { useStore } from '../../shared/store.ts';
import { useOnline } from '../../shared/use-online.ts';

/** Whether nothing is heard of the realms: how they are shown is how they were. */
export function useStale(): boolean {
  const online = useOnline();
  return useStore(liveState) === 'lost' || !online;
}
