import type { GatewayRoute, Language, RealmPhase, Wakers } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { phaseOf, statusOf } from '../realms/live/realm-live.ts';
import type { RealmRow } from '../realms/realm-queries.ts';

const stateOfPhase: Record<RealmPhase, GatewayRoute['state']> = {
  OFF: 'STOPPED',
  QUEUED: 'STARTING',
  STARTING: 'STARTING',
  READY: 'READY',
  SLEEPING: 'SLEEPING',
  STOPPING: 'STOPPED',
  FAILED: 'FAILED',
  BLOCKED: 'BLOCKED',
};

/** The current route, from what this process observes. @returns null for a realm that no longer exists */
export function routeOf(ctx: Context, row: RealmRow | null): GatewayRoute | null {
  if (!row || row.deleted_at) return null;
  const { id } = row;
  const observed = ctx.directory.observed(id);
  const phase = phaseOf(row, observed);
  // A realm that ends though it is desired on starts again: it was woken as it fell asleep.
  const soon = phase === 'STOPPING' && statusOf(row) === 'ON' ? 'STARTING' : stateOfPhase[phase];
  const place = phase === 'QUEUED' ? ctx.memory.place(id) : null;
  const state = place === null ? soon : 'WAITING';
  return {
    realmId: id,
    address: row.address.toLowerCase(),
    name: row.name,
    ...(row.description === '' || state === 'BLOCKED' ? {} : { description: row.description }),
    language: row.ownerLanguage as Language,
    state,
    endpoint: state === 'READY' ? (observed?.endpoint ?? null) : null,
    reason: (state === 'BLOCKED' && row.blocked_reason) || null,
    ...(place === null ? {} : { place }),
    wakers: row.wake_by as Wakers,
    slots: row.slots,
  };
}
