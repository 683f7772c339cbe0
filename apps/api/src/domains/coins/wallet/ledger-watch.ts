import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { checkNext, type Place, startOf } from './ledger-checks.ts';
import type { Violation } from './ledger-violations.ts';

/** Time for one look, so that a large ledger takes many. */
const lookMs = 2_000;
/** Rows per part. */
const partSize = 5_000;

/** Verifies the whole ledger, part by part, over and over, for the metrics. */
export class LedgerWatch {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #place: Place = startOf();
  #found = 0;
  #foundLast = 0;
  #looking: Promise<void> | null = null;
  /** When the last complete verification ended; without any, when this process began with the first. */
  completedAt = new Date();

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Violations found in this round or in the last complete one, whichever found more. */
  get violations(): number {
    return Math.max(this.#found, this.#foundLast);
  }

  /** Checks as many parts as fit into two seconds. Concurrent calls share one look. */
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
