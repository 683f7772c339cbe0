const firstMs = 30_000;
const longestMs = 3_600_000;

/**
 * Locks out guests that exhausted a shared resource: for half a minute at first, twice as long each further time, an hour at most. After an
 * hour without an offence the count starts over.
 */
export class ShutDoors {
  readonly #doors = new Map<string, { until: number; lastMs: number }>();

  shut(name: string, now = Date.now()): void {
    const before = this.#doors.get(name);
    // One offence is seen in several of its sessions.
    if (before && before.until > now) return;
    const isOld = !before || now - before.until > longestMs;
    const lastMs = isOld ? firstMs : Math.min(longestMs, before.lastMs * 2);
    this.#doors.set(name, { until: now + lastMs, lastMs });
  }

  /** Milliseconds that it is still shut; 0: it is open. */
  leftMs(name: string, now = Date.now()): number {
    return Math.max(0, (this.#doors.get(name)?.until ?? 0) - now);
  }
}
