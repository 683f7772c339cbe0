import {
  type KernelKind,
  type Realm,
  type RealmEnforcement,
  type RealmSummary,
  settingNames,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import { type KernelName, readPrefix } from '@realmkeep/realm-protocol';
import type { Context } from '../../context.ts';
import { mayRunKernel } from '../../limits/programs.ts';
import type { ObservedState } from '@realmkeep/runtime';
import { liveOf, type Moment, phaseOf, statusOf } from './live/realm-live.ts';
import { rightsOf } from './realm-policy.ts';
import type { RealmRow } from './realm-queries.ts';
import { chosenOf } from './setting-columns.ts';

export function domainOf(ctx: Context, { address, dns }: Pick<RealmRow, 'address' | 'dns'>): Realm['domain'] {
  const domain = `${address.toLowerCase()}.${ctx.config.baseDomain}`;
  // Then one wildcard record serves all realms, and none has a record or an address of its own.
  if (!ctx.dns) return { domain, dns_record_id: null, to_ip: null, records: null };
  const records = dns?.isPublished ? 'READY' : dns?.hasFailed ? 'FAILED' : 'PENDING';
  return { domain, dns_record_id: dns?.recordId ?? null, to_ip: dns?.toIp ?? null, records };
}

/** What a line of the list needs of a realm. */
export interface ListedRealm extends Pick<
  RealmRow,
  | 'id'
  | 'name'
  | 'address'
  | 'description'
  | 'power'
  | 'crash_count'
  | 'restart_lease'
  | 'world_held'
  | 'slots'
  | 'overlimit'
  | 'game_mode'
  | 'map'
  | 'ownerUsername'
  | 'partnerUsernames'
  | 'dns'
> {
  blocked_at: Moment;
  asleep_at: Moment;
  deletion_timeout: Moment;
  last_activity_at: Moment;
}

const written = (at: Moment) => (at === null ? null : new Date(at).toISOString());

export function realmSummary(ctx: Context, row: ListedRealm, observed: ObservedState | null): RealmSummary {
  return {
    id: row.id,
    name: row.name,
    domain: domainOf(ctx, row),
    description: row.description,
    ownerUsername: row.ownerUsername,
    partnersUsernames: row.partnerUsernames,
    status: statusOf(row),
    phase: phaseOf(row, observed),
    overlimit: row.overlimit,
    deletionTimeout: written(row.deletion_timeout),
    lastActivity: written(row.last_activity_at),
    players: observed?.state?.players.length ?? 0,
    slots: row.slots,
    gameMode: row.game_mode as Realm['gameMode'],
    device: 'Java edition',
    map: row.map,
  };
}

/** How the kernel treats each setting, as declared by itself. No kernel checks licences. */
export function enforcementOf(ctx: Context, row: Pick<RealmRow, 'kernel'>): RealmEnforcement {
  // Of an own jar it is what the game's own server makes of them.
  const kernel = ctx.runtime.kernels[row.kernel === 'own' ? 'vanilla' : (row.kernel as KernelName)];
  const all = { ...kernel, resourcePackUrl: kernel.resourcePack, accessWithoutLicense: 'live' as const };
  return Object.fromEntries(settingNames.map((name) => [name, all[name]])) as RealmEnforcement;
}

/** What an owner has set, for the archive of a backup. */
export function settingsText(row: RealmRow): string {
  return JSON.stringify(settingsView(row));
}

function settingsView(row: RealmRow): Realm['settings'] {
  return {
    ...chosenOf(row),
    accessWithoutLicense: row.access_without_license as 'NORMAL',
    resourcePackUrl: row.resource_pack_url,
  };
}

/** The built-in server has the Nether and the End by its owner's plan. */
function hasOtherWorlds({ kernel, ownerTier }: RealmRow): boolean {
  return kernel !== 'sandbox' || tierLimits[ownerTier as Tier].otherWorlds;
}

/** @param userId who looks */
export function realmView(ctx: Context, userId: string, row: RealmRow): Realm {
  return {
    id: row.id,
    name: row.name,
    domain: domainOf(ctx, row),
    description: row.description,
    slots: row.slots,
    spawnX: row.spawn_x,
    spawnY: row.spawn_y,
    spawnZ: row.spawn_z,
    nether: hasOtherWorlds(row),
    end: hasOtherWorlds(row),
    deleted: row.deleted_at !== null,
    created: row.created_at.toISOString(),
    lastActivity: row.last_activity_at?.toISOString() ?? null,
    deletionTimeout: row.deletion_timeout?.toISOString() ?? null,
    overlimit: row.overlimit,
    protectedRealm: row.protected,
    gameMode: row.game_mode as Realm['gameMode'],
    status: statusOf(row),
    wakers: row.wake_by as Realm['wakers'],
    blockedReason: row.blocked_at ? (row.blocked_reason ?? '') : null,
    ownerId: row.owner_id,
    ownerUsername: row.ownerUsername,
    ownerTier: row.ownerTier as Tier,
    partnersIds: row.partnerIds,
    rights: rightsOf(userId, row),
    prefix: readPrefix(row.managers.find((manager) => manager.userId === userId)?.prefix ?? ''),
    map: row.map,
    type: row.world_type as Realm['type'],
    seed: row.seed,
    borderDiameter: row.border_diameter,
    settings: settingsView(row),
    enforcement: enforcementOf(ctx, row),
    kernel: {
      kernel: row.kernel as KernelKind,
      version: row.kernel_version,
      inPlan: row.inPlan,
      runsHere: mayRunKernel(ctx, row.kernel),
    },
    live: liveOf(row, ctx.directory.observed(row.id), ctx.memory.place(row.id)),
  };
}
