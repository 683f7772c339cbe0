import type { LiveState } from './live.ts';
import { createStore } from '../../shared/store.ts';

/** How the socket is doing; null while none is wanted or the first has not come so far. */
export const liveState = createStore<LiveState | null>(null);
