/** A block must survive a kill -9 this long after its acknowledgement: half a second until it is written, plus the write itself. */
export const savedAfterMs = 4_000;
interface Change {
  kind: string;
  /** When the client was shown it; null if it has not been yet. */
  shownAt: number | null;
  /** When the builder began to join the process they asked: a kill after this may have hit that process. */
  joiningSince: number;
  /** Set for what the builder saw on coming back, which is not a change of theirs. */
  isSeen?: true;
}

/** How many of a lost block's changes are listed. */
const storyLength = 6;

/**
 * Records the changes one builder makes to their blocks, and derives what a realm may show them after kills: for each block the last change that was
 * acknowledged before the save interval, or any later one. Times are in milliseconds since the epoch.
 */
export class BlockLedger {
  readonly #changes = new Map<string, Change[]>();
  /** Kills of the realm's process since the builder began their latest join. */
  #kills: number[] = [];
  #joiningSince = 0;
  /** How many compared blocks had exactly one permitted kind. */
  certain = 0;

  /** @param place a block's key */
  know(place: string, kind: string): void {
    this.#changes.set(place, [{ kind, shownAt: Number.NEGATIVE_INFINITY, joiningSince: Number.NEGATIVE_INFINITY }]);
  }

  /** Records that the builder asks for a change. @returns a function to call when the client is shown it */
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
   * Compares the record with what the builder sees on coming back.
   * @param joiningSince when they began to join
   * @returns a sentence for each lost block
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

  /** The latest changes, as a lead to the cause: each with how many milliseconds ago it was shown. */
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
