import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, now, type Tx } from '../../../db/pool.ts';
import { checkNext, type Place, startOf, sweepNames } from './ledger-checks.ts';
import type { Violation } from './ledger-violations.ts';

/** How many violations are kept; all are counted. */
const keptViolations = 1_000;

/** An unfinished verification idle for this long says little about the present. */
const staleAfter = sql`interval '1 day'`;

/** How many rows a part may contain, and how long it should take. */
const sizes = { first: 500, least: 50, most: 10_000 };
const partMs = 500;

const storedPlace = z.object({
  sweep: z.enum(sweepNames),
  after: z.string(),
  carried: z.record(z.string(), z.string()),
});
const storedViolations = z.array(z.object({ subject: z.string(), problem: z.string() }));

/** How far a verification has got. */
export interface Verification {
  startedAt: Date;
  /** null at its end. */
  place: Place | null;
  /** Violations of the ledger found so far. */
  found: number;
}

/**
 * Verifies the whole ledger, part by part. Its position is kept in a row, so the next process continues where a killed one stopped, and
 * several at once share one verification. Each part is a transaction of its own.
 * @param show called after each part
 */
export async function ledgerVerify(
  db: Db,
  show: (standing: Verification) => Promise<void>,
): Promise<{ found: number; violations: Violation[] }> {
  await beginUnlessBegun(db);
  let size = sizes.first;
  for (;;) {
    const since = performance.now();
    const standing = await db.transaction().execute((tx) => verifyNext(tx, size));
    await show(standing);
    if (standing.place === null) return await loadResult(db);
    const wanted = Math.round((size * partMs) / (performance.now() - since));
    size = Math.min(Math.max(wanted, sizes.least), 2 * size, sizes.most);
  }
}

/** A new verification, unless one can be continued. */
async function beginUnlessBegun(db: Db): Promise<void> {
  const anew = { started_at: now, moved_at: now, finished_at: null, place: null, found: '0', violations: '[]' };
  await db
    .insertInto('ledger_verification')
    .values(anew)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(anew)
        .where((eb) =>
          eb.or([
            eb('ledger_verification.finished_at', 'is not', null),
            eb('ledger_verification.moved_at', '<', sql<Date>`now() - ${staleAfter}`),
          ]),
        ),
    )
    .execute();
}

/** The next part, unless another process is working on it. */
async function verifyNext(tx: Tx, size: number): Promise<Verification> {
  const row = await tx.selectFrom('ledger_verification').selectAll().forUpdate().executeTakeFirstOrThrow();
  const startedAt = row.started_at;
  if (row.finished_at !== null) return { startedAt, place: null, found: Number(row.found) };
  // A release with different parts starts over.
  const begin = storedPlace.safeParse(row.place).data ?? startOf();
  const { place, violations } = await checkNext(tx, begin, size);
  const found = Number(row.found) + violations.length;
  const kept = [...storedViolations.parse(row.violations), ...violations].slice(0, keptViolations);
  await tx
    .updateTable('ledger_verification')
    .set({
      moved_at: now,
      finished_at: place === null ? now : null,
      place: place === null ? null : JSON.stringify(place),
      found,
      violations: JSON.stringify(kept),
    })
    .execute();
  return { startedAt, place, found };
}

async function loadResult(db: Db): Promise<{ found: number; violations: Violation[] }> {
  const row = await db.selectFrom('ledger_verification').select(['found', 'violations']).executeTakeFirstOrThrow();
  return { found: Number(row.found), violations: storedViolations.parse(row.violations) };
}
