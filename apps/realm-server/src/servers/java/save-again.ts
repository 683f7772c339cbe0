import { setTimeout as wait } from 'node:timers/promises';
import { type Unsaved, untilRoom } from '../../world-folder/unsaved.ts';
import type { Saving } from './saving.ts';

const retryMs = 2000;

interface SaveAgainOptions {
  folder: string;
  saving: Pick<Saving, 'hold'>;
  unsaved: Unsaved;
  /** Aborts when the server has ended. */
  gone: AbortSignal;
}

/** A server that could not write drops what it had: it is asked to save everything until it succeeds. */
export class SaveAgain {
  readonly #options: SaveAgainOptions;
  #hasFailed = false;
  #trying: Promise<void> | null = null;

  constructor(options: SaveAgainOptions) {
    this.#options = options;
  }

  /** It has said that a write failed for lack of room, or a player's named creature has: whether it is so, the next save shows. */
  heardNoRoom(): void {
    this.#hasFailed = true;
    this.#trying ??= this.#try();
  }

  /** Returns when everything is saved, or the server has ended. */
  async done(): Promise<void> {
    await this.#trying;
  }

  async #try(): Promise<void> {
    const { folder, saving, unsaved, gone } = this.#options;
    while (this.#hasFailed && !gone.aborted) {
      await wait(retryMs, undefined, { signal: gone }).catch(() => undefined);
      await untilRoom(folder, unsaved, gone);
      this.#hasFailed = false;
      // Held for no longer than until it has saved.
      await saving.hold().then(
        (release) => release(),
        () => {
          this.#hasFailed = true;
          unsaved.note('world', false);
        },
      );
    }
    this.#trying = null;
    unsaved.note('world', true);
  }
}
