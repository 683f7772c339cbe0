import type { Realm, RealmSummary } from '@realmkeep/contract';
import type { RealmFacts } from '@realmkeep/runtime';
import { liveOf, phaseOf, statusOf } from './realm-live.ts';
import type { RealmRow } from './realm-queries.ts';

function domainOf(row: Pick<RealmRow, 'address'>, baseDomain: string): Realm['domain'] {
  // One wildcard record serves all realms, so none has a record or an address of its own.
  return { domain: `${row.address.toLowerCase()}.${baseDomain}`, dns_record_id: null, to_ip: null };
}

/** What a line of the list needs of a realm. */
type ListedRealm = Pick<
  RealmRow,
  | 'id'
  | 'name'
  | 'address'
  | 'power'
  | 'blocked_at'
  | 'crash_count'
  | 'restart_lease'
  | 'asleep_at'
  | 'slots'
  | 'overlimit'
  | 'deletion_timeout'
  | 'game_mode'
  | 'map'
  | 'ownerUsername'
  | 'partnerUsernames'
>;

export function realmSummary(row: ListedRealm, facts: RealmFacts | null, baseDomain: string): RealmSummary {
  return {
    id: row.id,
    name: row.name,
    domain: domainOf(row, baseDomain),
    ownerUsername: row.ownerUsername,
    partnersUsernames: row.partnerUsernames,
    status: statusOf(row),
    phase: phaseOf(row, facts),
    overlimit: row.overlimit,
    deletionTimeout: row.deletion_timeout?.toISOString() ?? null,
    players: facts?.state?.players.length ?? 0,
    slots: row.slots,
    gameMode: row.game_mode as Realm['gameMode'],
    device: 'Java edition',
    map: row.map,
  };
}

export function realmView(row: RealmRow, facts: RealmFacts | null, baseDomain: string): Realm {
  return {
    id: row.id,
    name: row.name,
    domain: domainOf(row, baseDomain),
    description: row.description,
    slots: row.slots,
    // The realm spawns where its map does: nobody has set another place.
    spawnX: null,
    spawnY: null,
    spawnZ: null,
    // The one kernel there is has neither.
    nether: false,
    end: false,
    deleted: row.deleted_at !== null,
    created: row.created_at.toISOString(),
    lastActivity: row.last_activity_at?.toISOString() ?? null,
    deletionTimeout: row.deletion_timeout?.toISOString() ?? null,
    overlimit: row.overlimit,
    protectedRealm: false,
    gameMode: row.game_mode as Realm['gameMode'],
    status: statusOf(row),
    wakers: row.wake_by as Realm['wakers'],
    blockedReason: row.blocked_at ? (row.blocked_reason ?? '') : null,
    ownerId: row.owner_id,
    partnersIds: row.partnerIds,
    map: row.map,
    type: row.world_type as Realm['type'],
    borderDiameter: row.border_diameter,
    live: liveOf(row, facts),
  };
}
