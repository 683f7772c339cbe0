import type { Logger } from 'pino';

/** What a connection came to. */
export type Outcome =
  | 'status'
  | 'legacyStatus'
  | 'answeredInWords'
  | 'relayed'
  | 'unreachable'
  | 'garbage'
  | 'late'
  | 'hungUp'
  | 'refusedByAddress'
  | 'refusedByTotal'
  | 'hurried'
  | 'failed';

const INTERVAL_MS = 60_000;

/** Counts what connections came to and logs the sums once a minute: no flood of connections floods the log. */
export class Counts {
  readonly #counts = new Map<Outcome, number>();
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;

  constructor(logger: Logger) {
    this.#logger = logger;
    this.#timer = setInterval(() => this.#flush(), INTERVAL_MS);
    this.#timer.unref();
  }

  add(outcome: Outcome): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }

  /** Logs what is left and stops. */
  close(): void {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush(): void {
    if (this.#counts.size === 0) return;
    this.#logger.info({ connections: Object.fromEntries(this.#counts) }, 'connections since the last such line');
    this.#counts.clear();
  }
}
