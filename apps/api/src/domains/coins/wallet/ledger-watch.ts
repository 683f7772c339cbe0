import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { checkGuards, checkNext, sweeps, type Violation } from './ledger-checks.ts';

/** Time for one look, so that a large ledger is gone through in many. */
const lookMs = 2_000;

/** Goes through the whole ledger, part by part, again and again: what the metrics tell of it. */
export class LedgerWatch {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #sweep = 0;
  #after = '0';
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
      const sweep = sweeps[this.#sweep];
      if (!sweep) return this.#complete();
      // One moment for the whole part: a transaction that ends in between would be seen by half.
      const part = await this.#db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => checkNext(tx, sweep, this.#after));
      this.#note(part.violations);
      if (part.upTo === null) this.#sweep += 1;
      this.#after = part.upTo ?? '0';
    } while (Date.now() < until);
  }

  async #complete(): Promise<void> {
    this.#note(await checkGuards(this.#db));
    this.#foundLast = this.#found;
    this.#found = 0;
    this.#sweep = 0;
    this.completedAt = new Date();
  }

  #note(violations: readonly Violation[]): void {
    this.#found += violations.length;
    for (const violation of violations) this.#log.error(violation, 'the ledger is off');
  }
}
