import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { checkNext, type Place, startOf } from './ledger-checks.ts';
import type { Violation } from './ledger-violations.ts';

/** Time for one look, so that a large ledger is gone through in many. */
const lookMs = 2_000;
/** Rows of a part. */
const partSize = 5_000;

/** Goes through the whole ledger, part by part, again and again: what the metrics tell of it. */
export class LedgerWatch {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #place: Place = startOf();
  #found = 0;
  #foundLast = 0;
  #looking: Promise<void> | null = null;
  /** When the ledger was last gone through to its end; null: not yet. */
  completedAt: Date | null = null;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Violations that were found in this round or in the last whole one, whichever were more. */
  get violations(): number {
    return Math.max(this.#found, this.#foundLast);
  }

  /** Checks the next parts, and no more than fits into two seconds. Called meanwhile, it is the same look. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const until = Date.now() + lookMs;
    do {
      const { place, violations } = await checkNext(this.#db, this.#place, partSize);
      this.#note(violations);
      if (place === null) return this.#complete();
      this.#place = place;
    } while (Date.now() < until);
  }

  #complete(): void {
    this.#foundLast = this.#found;
    this.#found = 0;
    this.#place = startOf();
    this.completedAt = new Date();
  }

  #note(violations: readonly Violation[]): void {
    this.#found += violations.length;
    for (const violation of violations) this.#log.error(violation, 'the ledger is off');
  }
}
