import type { SiteNow } from '@realmkeep/contract';
import type { ObservedState } from '@realmkeep/runtime';
import type { RealmRow } from '../realm-queries.ts';
import type { RealmDirectory } from './realm-directory.ts';
import { phaseOf } from './realm-live.ts';

/** How many realms can be joined at this moment, and how many players are on them. Updated with each change, so that reading costs nothing. */
export class RealmCensus {
  /** Players of each realm that is READY. */
  readonly #realms = new Map<string, number>();
  #players = 0;

  constructor(directory: RealmDirectory) {
    directory.onChange(({ id, row }) => this.#note(id, row, directory.observed(id)));
  }

  now(): SiteNow {
    return { realms: this.#realms.size, players: this.#players };
  }

  #note(id: string, row: RealmRow | null, observed: ObservedState | null): void {
    this.#players -= this.#realms.get(id) ?? 0;
    this.#realms.delete(id);
    if (
      !row ||
      !observed ||
      observed.silentSince !== null ||
      observed.lostSince !== null ||
      phaseOf(row, observed) !== 'READY'
    )
      return;
    const players = observed.state?.players.length ?? 0;
    this.#realms.set(id, players);
    this.#players += players;
  }
}
