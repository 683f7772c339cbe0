import type { Logger } from 'pino';

/** The outcome of a connection; a relayed one that gives way to another counts twice. */
export type Outcome =
  | 'status'
  | 'legacyStatus'
  | 'answeredInWords'
  | 'relayed'
  | 'unreachable'
  | 'garbage'
  | 'proxyRefused'
  | 'late'
  /** Ended during its handshake to make room for another. */
  | 'gaveWay'
  | 'relayedGaveWay'
  | 'hungUp'
  | 'refusedByAddress'
  | 'refusedByTotal'
  | 'hurried'
  | 'failed';

/** Why the gateway itself destroyed a connection: it is counted as that when it closes. */
export class Ended extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

const intervalMs = 60_000;
const maxProxiesSaid = 20;

/** Counts the outcomes of connections and logs the sums once a minute, so that a flood of connections does not flood the log. */
export class Counts {
  readonly #counts = new Map<Outcome, number>();
  /** Since the start. */
  readonly totals = new Map<Outcome, number>();
  /** Players now waiting for their realm. */
  held = 0;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  /** Addresses whose refusal has been logged. */
  readonly #proxiesRefused = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
    this.#timer = setInterval(() => this.#flush(), intervalMs);
    this.#timer.unref();
  }

  add(outcome: Outcome): void {
    for (const counts of [this.#counts, this.totals]) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  /** Counts it, and logs it once per address. */
  proxyRefused(from: string, why: string): void {
    this.add('proxyRefused');
    if (this.#proxiesRefused.has(from) || this.#proxiesRefused.size >= maxProxiesSaid) return;
    this.#proxiesRefused.add(from);
    this.#logger.warn({ from }, `refused a PROXY header: ${why}`);
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
