import type { LiveState } from './live.ts';
import { createStore } from '../../shared/store.ts';

/** The socket's state; null while none is needed, or before the first is open. */
export const liveState = createStore<LiveState | null>(null);
