import { loadavg } from 'node:os';

/** Prints what a proof finds, and remembers whether it holds. */
export class Report {
  readonly #name: string;
  readonly #problems: string[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** Prints a figure or an observation. */
  say(words: string): void {
    console.log(`${this.#name}: ${words}`);
  }

  /** Reports a violation. */
  fail(words: string): void {
    this.#problems.push(words);
    console.log(`${this.#name}: PROBLEM: ${words}`);
  }

  /** @param aimMs the aim on an idle machine @param faultMs a single time beyond this is a fault, which no busy machine explains */
  time(what: string, times: readonly number[], aimMs: number, faultMs: number): void {
    const slowest = quantile(times, 1);
    this.say(`${what}: ${describeTimes(times)}; aim ${aimMs} ms`);
    if (!(slowest <= faultMs)) this.fail(`${what} took ${slowest.toFixed(0)} ms, and ${faultMs} is no busy machine’s`);
  }

  get isWell(): boolean {
    return this.#problems.length === 0;
  }
}

export function describeTimes(times: readonly number[]): string {
  const at = (share: number): string => `${quantile(times, share).toFixed(0)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, slowest of ${times.length} ${at(1)}`;
}

/** The smallest time that this share of the times does not exceed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function load(): string {
  return loadavg()
    .map((one) => one.toFixed(1))
    .join(', ');
}
