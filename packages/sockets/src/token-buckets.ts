interface Bucket {
  tokens: number;
  /** Milliseconds of the monotonic clock. */
  filledAt: number;
}

/** Beyond this many addresses, the one unseen for longest is forgotten, and starts again with a full bucket. */
const maxBuckets = 20_000;

/** A token bucket for each key: a minute's worth at once, then a steady rate. */
export class TokenBuckets {
  readonly #perMinute: number;
  /** The key unseen for longest first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes one of the key's tokens; false if there is none. `now` in milliseconds. */
  take(key: string, now = performance.now()): boolean {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, filledAt: now };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > maxBuckets) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + ((now - bucket.filledAt) / 60_000) * this.#perMinute);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
