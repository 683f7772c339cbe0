/** A block must outlive a kill -9 from so long after its acknowledgement on: half a second until it is written, and the writing. */
export const savedAfterMs = 4_000;
interface Change {
  kind: string;
  /** When the client was shown it; null: not so far. */
  shownAt: number | null;
  /** When the builder began to join the process that they asked: none that was killed later came after that. */
  joiningSince: number;
  /** Whether it is no change, but what they saw on coming back. */
  isSeen?: true;
}

/** Changes that are listed for a lost one. */
const storyLength = 6;

/**
 * What one builder has made of their blocks, and what a realm may show them after kills: of each block what was acknowledged last before
 * the save interval, or anything that they did after it. Times in milliseconds since the epoch.
 */
export class BlockLedger {
  readonly #changes = new Map<string, Change[]>();
  /** Of the realm's process, since a join that came after them. */
  #kills: number[] = [];
  #joiningSince = 0;
  /** Blocks that were looked at where only one kind was right. */
  certain = 0;

  /** @param place a block's key */
  know(place: string, kind: string): void {
    this.#changes.set(place, [{ kind, shownAt: Number.NEGATIVE_INFINITY, joiningSince: Number.NEGATIVE_INFINITY }]);
  }

  /** The builder asks for the change. @returns what to call when it is shown */
  ask(place: string, kind: string): (now: number) => void {
    const change: Change = { kind, shownAt: null, joiningSince: this.#joiningSince };
    this.#changes.get(place)?.push(change);
    return (now) => {
      change.shownAt = now;
    };
  }

  killed(at: number): void {
    this.#kills.push(at);
  }

  /**
   * Compares with what the builder sees on coming back.
   * @param joiningSince when they began to join
   * @returns what is lost, in words
   */
  compare(seen: (place: string) => string, joiningSince: number, now: number): string[] {
    const lost: string[] = [];
    for (const [place, changes] of this.#changes) {
      const first = this.#firstPossible(changes);
      const possible = new Set(changes.slice(first).map(({ kind }) => kind));
      const kind = seen(place);
      if (!possible.has(kind))
        lost.push(
          `${place} is ${kind}, and should be ${[...possible].join(' or ')}: ${this.#story(changes.slice(-storyLength), now)}`,
        );
      if (possible.size === 1) this.certain += 1;
      changes.push({ kind, shownAt: now, joiningSince, isSeen: true });
    }
    this.#joiningSince = joiningSince;
    this.#kills = this.#kills.filter((at) => at >= joiningSince);
    return lost;
  }

  /** The latest changes, to find the reason: each with how many milliseconds ago it was shown. */
  #story(changes: readonly Change[], now: number): string {
    const ago = (at: number | null) => (at === null ? 'never shown' : String(now - at));
    const kills = this.#kills.map((at) => `killed ${ago(at)}`);
    const told = changes.map(({ kind, shownAt, isSeen }) => `${isSeen ? 'seen as ' : ''}${kind} ${ago(shownAt)}`);
    return [...told, ...kills].join(', ');
  }

  #firstPossible(changes: readonly Change[]): number {
    const [kill] = this.#kills;
    return changes.findLastIndex(
      ({ shownAt, joiningSince }) =>
        shownAt !== null && (kill === undefined || shownAt <= kill - savedAfterMs || joiningSince > kill),
    );
  }
}
