import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { sampleBytes } from './history-samples.ts';

/** Steps in a row: ten minutes. */
export const rowSteps = 60;
/** Rows that one statement writes. */
const rowsAtOnce = 500;

/** What is known of a realm for the steps of one row. */
export interface KnownSteps {
  realmId: string;
  /** Their places, one after the other. */
  samples: Buffer;
}

/**
 * Writes what is known of several realms for the steps of one row; a later value of a step replaces an earlier one.
 * @param from the first of the steps
 */
export async function keepSamples(db: Db, from: number, known: readonly KnownSteps[]): Promise<void> {
  const [row, place] = [Math.floor(from / rowSteps), (from % rowSteps) * sampleBytes];
  const empty = Buffer.alloc(rowSteps * sampleBytes);
  for (let at = 0; at < known.length; at += rowsAtOnce) {
    const some = known.slice(at, at + rowsAtOnce);
    const ids = some.map(({ realmId }) => realmId);
    const samples = some.map((each) => each.samples);
    await sql`insert into realm_histories as kept (number, realm_id, samples)
      select ${row}, known.realm_id, overlay(${empty}::bytea placing known.samples from ${place + 1}::integer)
      from unnest(${ids}::uuid[], ${samples}::bytea[]) as known (realm_id, samples)
      order by known.realm_id
      on conflict (number, realm_id) do update
      set samples = overlay(kept.samples placing
        substring(excluded.samples from ${place + 1}::integer for ${some[0]?.samples.length ?? 0}::integer)
        from ${place + 1}::integer)`.execute(db);
  }
}

/** The rows of a realm that have any of the steps. @param from with it; `to` too */
export async function loadSamples(
  db: Db,
  realmId: string,
  { from, to }: { from: number; to: number },
): Promise<{ number: number; samples: Buffer }[]> {
  const [first, last] = [Math.floor(from / rowSteps), Math.floor(to / rowSteps)];
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return db
    .selectFrom('realm_histories')
    .select(['number', 'samples'])
    .where('number', '=', sql<number>`any(${numbers}::integer[])`)
    .where('realm_id', '=', realmId)
    .execute();
}

/** Deletes the rows that have none of the steps from this one on. */
export async function deleteSamples(db: Db, from: number): Promise<void> {
  await db
    .deleteFrom('realm_histories')
    .where('number', '<', Math.floor(from / rowSteps))
    .execute();
}
