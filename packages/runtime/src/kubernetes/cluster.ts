import type { Kernels, ObservedState } from '../runtime.ts';
import type { Objects } from './realm-objects.ts';

/** What all realms of a driver share. */
export interface Cluster extends Objects {
  kernels: Kernels;
  silenceMs?: number;
  startWithinMs: number;
  /** How long a pod may stay in which nothing runs, and that nobody here calls. */
  restMs: number;
  publish: (observed: ObservedState) => void;
  onContact: (realmId: string, error: unknown) => void;
}
