import { liveState } from '../session/live-state.ts';
import { useStore } from '../session/store.ts';
import { useOnline } from './use-online.ts';

/** Whether nothing is heard of the realms: how they are shown is how they were. */
export function useStale(): boolean {
  const online = useOnline();
  return useStore(liveState) === 'lost' || !online;
}
