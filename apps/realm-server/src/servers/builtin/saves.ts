import { join } from 'node:path';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { endJournal, type Images, regionAt, writeTogether } from '../../world-format/journal.ts';
import type { RegionFile } from '../../world-format/region-file.ts';
import { FencingTokenRefused } from '../../world-folder/fencing-token.ts';
import { writeSpawn } from '../../world-folder/spawn-file.ts';
import type { Unsaved } from '../../world-folder/unsaved.ts';
import type { KernelHost } from '../kernel.ts';
import { dimensionKinds } from './dimensions/kinds.ts';
import type { World } from './land/world.ts';
import type { PlayerStore } from './players/player-store.ts';
import { Turns } from './turns.ts';

/** A change is on the disk at most this much (and the time of writing) later. */
const saveDelayMs = 500;
/** After a failed write, such as on a full disk. */
const retryDelayMs = 2000;

type SavesHost = Pick<KernelHost, 'worldFolder' | 'assertClaim' | 'log' | 'fail'> & {
  unsaved: Pick<Unsaved, 'note'>;
  /** The worlds of the dimensions that have been created. */
  worlds: () => World[];
  store: PlayerStore;
};

/**
 * Writes the blocks, containers and items of the land and what players have, as they all are at one moment: what moves from one to another is on
 * the disk with both or not at all. docs/decisions/099-one-journal.md
 */
export class Saves {
  readonly #host: SavesHost;
  readonly #turns = new Turns();
  #isScheduled = false;

  constructor(host: SavesHost) {
    this.#host = host;
  }

  /** Something has changed. */
  soon(delay = saveDelayMs): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.save().then(
        () => this.#host.worlds().forEach((world) => world.letGo()),
        () => undefined,
      );
    }, delay);
  }

  /** Writes everything that has changed until now. Returns when it is on the disk. @throws when it could not be written, and will be tried again */
  save(): Promise<void> {
    return this.#turns.next(() => this.#write());
  }

  /** The same, and leaves no journal: a copy of the world needs none, and another program knows none. */
  end(): Promise<void> {
    return this.#turns.next(() => this.#writeAndEnd());
  }

  /** The same, and writes nothing more until released. @returns a function that releases it */
  hold(): Promise<() => void> {
    return this.#turns.hold(() => this.#writeAndEnd());
  }

  async #writeAndEnd(): Promise<void> {
    await this.#write();
    this.#host.assertClaim();
    await endJournal(this.#host.worldFolder);
  }

  async #write(): Promise<void> {
    const { worldFolder, assertClaim, store, unsaved, log, fail } = this.#host;
    let isWritten = false;
    try {
      // All is taken before the first await: what changes from here on belongs to the next time.
      const taken: { settle(isWritten: boolean): void }[] = [];
      try {
        const players = store.take();
        taken.push(players);
        const regions: Images['regions'] = new Map();
        const files = new Map<string, RegionFile>();
        let spawn: RealmSpawn | null = null;
        for (const world of this.#host.worlds()) {
          const land = world.take();
          taken.push(land);
          spawn ??= land.spawn;
          for (const [name, chunks] of land.images) {
            const path = join(dimensionKinds[world.dimension].folder, name);
            regions.set(path, chunks);
            files.set(path, world.region(name));
          }
        }
        const region = (path: string): RegionFile => files.get(path) ?? regionAt(worldFolder, path);
        await writeTogether(worldFolder, { regions, players: players.images }, region, assertClaim);
        if (spawn) {
          assertClaim();
          await writeSpawn(worldFolder, spawn);
        }
        isWritten = true;
      } finally {
        for (const part of taken) part.settle(isWritten);
      }
      unsaved.note('world', true);
    } catch (error) {
      if (error instanceof FencingTokenRefused) fail(error);
      else {
        log(`The world and its players could not be saved, and will be tried again: ${String(error)}`);
        unsaved.note('world', false);
        this.soon(retryDelayMs);
      }
      throw error;
    }
  }
}
