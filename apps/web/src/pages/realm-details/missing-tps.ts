import type { KernelKind } from '@realmkeep/contract/kernel-rules';

/** Why a realm that runs has no ticks per second: vanilla and Fabric never tell them and own jars may not, the others not while nobody is on, nor at once when somebody comes. */
export function missingTps(kernel: KernelKind, players: number): 'untold' | 'resting' | 'awaited' {
  if (kernel === 'vanilla' || kernel === 'fabric' || kernel === 'own') return 'untold';
  return players === 0 ? 'resting' : 'awaited';
}
