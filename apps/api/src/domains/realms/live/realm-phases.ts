import type { RealmPhase } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { PacedAnswer } from '../../../limits/paced-answer.ts';
import { countStanding } from './directory-queries.ts';
import { phaseOf, statusOf } from './realm-live.ts';

/** How many are at rest, as often as a monitor may ask. */
export function standingCounts(db: Db) {
  return new PacedAnswer(() => countStanding(db));
}

/** The number of realms in each phase; a missing phase has none. Realms at rest are counted by the database, as they are not held. */
export async function realmPhases({
  standing: counted,
  directory,
}: Pick<Context, 'standing' | 'directory'>): Promise<Map<RealmPhase, number>> {
  const standing = await counted.get();
  const rows = [...directory.rows()].filter((row) => !row.deleted_at);
  const held = Map.groupBy(rows, (row) => phaseOf(row, directory.observed(row.id)));
  // Switched off, but not off yet.
  const stopping = held.get('STOPPING')?.filter((row) => statusOf(row) === 'OFF').length ?? 0;
  return new Map<RealmPhase, number>([...held].map(([phase, { length }]) => [phase, length]))
    .set('OFF', Math.max(0, standing.off - stopping))
    .set('SLEEPING', standing.asleep)
    .set('BLOCKED', standing.blocked);
}
