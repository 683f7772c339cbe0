import { StartRefused } from '../start-refused.ts';

/** Of a migration that takes something away, beside which programs of before may not know that it goes (docs/decisions/079). */
const marker = /^-- contract: needs (\d{4}-[a-z0-9-]+\.sql)$/m;

export interface Migration {
  name: string;
  sha256: string;
  /** Programs that do not know this one cannot work with it; null: every one can. */
  needs: string | null;
}

/** @param text of a migration @returns what a program must know to work with it; null: nothing */
export function needsOf(text: string): string | null {
  return marker.exec(text)?.[1] ?? null;
}

/**
 * The migrations to apply, in order.
 * @param only those to apply; without it all @throws Error when one of them is not known
 * @param beside whether programs of the previous release may be running: contracting migrations that would break them are left out
 */
export function migrationPlan<M extends Migration>(
  known: readonly M[],
  applied: readonly Migration[],
  { only, beside }: { only?: readonly string[] | undefined; beside: boolean },
): { next: M[]; left: M[] } {
  const isApplied = new Set(applied.map(({ name }) => name));
  const missing = only?.filter((name) => !known.some((one) => one.name === name)) ?? [];
  if (missing.length > 0) throw new Error(`This version of Realmkeep has no migration ${missing.join(', ')}`);
  const wanted = known.filter(({ name }) => !isApplied.has(name) && (only === undefined || only.includes(name)));
  const isLeft = ({ needs }: M) => beside && needs !== null && !isApplied.has(needs);
  return { next: wanted.filter((one) => !isLeft(one)), left: wanted.filter(isLeft) };
}

/** What the database lacks that a program needs: nothing of what takes something away. */
export function missingOf(known: readonly Migration[], applied: readonly Migration[]): string[] {
  const isApplied = new Set(applied.map(({ name }) => name));
  return known.filter(({ name, needs }) => needs === null && !isApplied.has(name)).map(({ name }) => name);
}

/**
 * @throws StartRefused when something was taken away that this program may use
 * @throws Error when a migration that was applied has been changed since
 */
export function assertCompatible(known: readonly Migration[], applied: readonly Migration[]): void {
  const sums = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of applied) {
    if (sums.has(name) && sums.get(name) !== sha256) {
      throw new Error(`Migration ${name} was changed after it had been applied`);
    }
  }
  const newer = applied.filter(({ name, needs }) => !sums.has(name) && needs !== null && !sums.has(needs));
  if (newer.length === 0) return;
  const names = newer.map(({ name }) => name).toSorted();
  throw new StartRefused(
    `The database is newer than this program can work with: it has ${names.join(', ')}.\n` +
      'Start the version that made it so, or a later one, or restore a copy from before the update with bin/restore.',
  );
}
