import type { RealmPhase } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { countStanding } from './directory-queries.ts';
import { phaseOf, statusOf } from './realm-live.ts';

/** How many realms are in each phase; one that is missing has none. What is at rest is counted by the database, for it is not held. */
export async function realmPhases({
  db,
  directory,
}: Pick<Context, 'db' | 'directory'>): Promise<Map<RealmPhase, number>> {
  const standing = await countStanding(db);
  const rows = [...directory.rows()].filter((row) => !row.deleted_at);
  const held = Map.groupBy(rows, (row) => phaseOf(row, directory.observed(row.id)));
  // Switched off, but not off yet.
  const stopping = held.get('STOPPING')?.filter((row) => statusOf(row) === 'OFF').length ?? 0;
  return new Map<RealmPhase, number>([...held].map(([phase, { length }]) => [phase, length]))
    .set('OFF', Math.max(0, standing.off - stopping))
    .set('SLEEPING', standing.asleep)
    .set('BLOCKED', standing.blocked);
}
