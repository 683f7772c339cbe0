import type { RealmLive, RealmPhase, RealmStatus } from '@realmkeep/contract';
import type { ObservedState } from '@realmkeep/runtime';
import type { RealmRow } from '../realm-queries.ts';
import { runMs } from '../reconciler/realm-spec.ts';
import { closesAt } from '../reconciler/reconcile-policy.ts';

/** As parsed by the driver, or as in PostgreSQL's JSON; null: never. */
export type Moment = Date | string | null;

interface DesiredState extends Pick<RealmRow, 'power' | 'crash_count' | 'restart_lease' | 'world_held'> {
  blocked_at: Moment;
  asleep_at: Moment;
}

export function statusOf(row: DesiredState): RealmStatus {
  if (row.blocked_at) return 'BLOCKED';
  return row.power === 'ON' ? 'ON' : 'OFF';
}

/** Crashes in a row from which on a realm is called FAILED instead of simply starting again. */
const failedFrom = 2;

/** How far the desired state has been reached. */
export function phaseOf(row: DesiredState, observed: ObservedState | null): RealmPhase {
  const status = statusOf(row);
  if (status === 'BLOCKED') return 'BLOCKED';
  if (status === 'ON' && row.asleep_at) return 'SLEEPING';
  if (!observed || observed.phase === 'EXITED') {
    if (status === 'OFF') return 'OFF';
    return row.crash_count >= failedFrom ? 'FAILED' : 'QUEUED';
  }
  return status === 'OFF' || row.world_held || observed.fencingToken <= row.restart_lease ? 'STOPPING' : observed.phase;
}

/** The row and the observed state as one. @param place among those that wait for memory; null: it does not wait */
export function liveOf(row: RealmRow, observed: ObservedState | null, place: number | null): RealmLive {
  const phase = phaseOf(row, observed);
  const state = observed?.state ?? null;
  return {
    id: row.id,
    status: statusOf(row),
    phase,
    slots: row.slots,
    players: state?.players ?? [],
    worlds: state?.worlds ?? [],
    tps: state?.tps ?? null,
    cpu: state?.resources.cpu ?? null,
    memoryBytes: state ? Math.round(state.resources.memoryBytes) : null,
    memoryLimitBytes: row.memoryMiB * 1024 * 1024,
    queue: phase === 'QUEUED' ? place : null,
    startedAt: state ? new Date(state.startedAt).toISOString() : null,
    closesAt: phase === 'READY' && observed ? planEnd(row, observed) : null,
    lostSince: observed?.lostSince ? new Date(observed.lostSince).toISOString() : null,
    unsavedSince: state?.unsavedSince ? new Date(state.unsavedSince).toISOString() : null,
    outOfRoomAt: row.out_of_room_at?.toISOString() ?? null,
    crash:
      phase === 'FAILED' && row.next_attempt_at
        ? { count: row.crash_count, nextAttempt: row.next_attempt_at.toISOString() }
        : null,
  };
}

/** As computed by the reconciler, and sent to the running realm. */
function planEnd(row: RealmRow, observed: ObservedState): string | null {
  const at = closesAt({ runMs: runMs(row), planSince: row.ownerTierSince.getTime() }, observed);
  return at === null ? null : new Date(at).toISOString();
}
