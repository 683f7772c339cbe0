import { setTimeout as delay } from 'node:timers/promises';

/** An ended session's process goes within milliseconds; it may have to roll back first. */
const goneWithinMs = 2_000;

/** A connection to the guests' server, from before it is opened until the server has closed it. */
export class Place {
  readonly name: string;
  readonly gone = Promise.withResolvers<void>();
  state: 'waiting' | 'open' | 'ending' = 'waiting';
  /** When the server last said something to it, in ms; 0: it has not logged in yet, or its client has gone. */
  usedAt = 0;
  /** Has the server close it. */
  end = (): void => {};

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * The guests' server gives a slot to every connection, before any password, and counts a role's sessions only afterwards. So they are
 * counted and shared here: when all are taken, a realm with at least two fewer than the one with the most gets one of its slots.
 */
export class Places {
  readonly #most: number;
  readonly #places = new Set<Place>();

  /** @param most connections that there may be at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @returns null when all are taken and the realm has its share */
  async take(name: string): Promise<Place | null> {
    const place = new Place(name);
    const isFree = this.#places.size < this.#most;
    const loser = isFree ? null : this.#loserTo(name);
    if (!isFree && !loser) return null;
    // Counted at once, so that nobody else gets in between.
    this.#places.add(place);
    if (loser) {
      loser.state = 'ending';
      loser.end();
      const isGone = await Promise.race([loser.gone.promise.then(() => true), delay(goneWithinMs, false)]);
      if (!isGone) {
        this.release(place);
        return null;
      }
    }
    place.state = 'open';
    return place;
  }

  /** The server has closed it, or it was never opened. */
  release(place: Place): void {
    this.#places.delete(place);
    place.gone.resolve();
  }

  /** A slot of the realm with the most: an unused one, or else the least recently used. */
  #loserTo(name: string): Place | null {
    const staying = [...this.#places].filter(({ state }) => state !== 'ending');
    const byRealm = Map.groupBy(staying, (place) => place.name);
    const [largest = []] = [...byRealm.values()].sort((a, b) => b.length - a.length);
    const its = [...this.#places].filter((place) => place.name === name);
    if (largest.length < its.length + 2) return null;
    const open = largest.filter(({ state }) => state === 'open');
    return open.sort((a, b) => a.usedAt - b.usedAt)[0] ?? null;
  }
}
