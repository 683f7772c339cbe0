import { setTimeout as wait } from 'node:timers/promises';
import { diskSpace, isOutOfSpace } from '@realmkeep/safe-fs';

const retryMs = 2000;
/** A Java server that is told to end does so even if it cannot save: with less space than this it is not told. */
const leastRoomBytes = 32 << 20;

/** Since when something of the realm could not be written; it is tried again until it can. */
export class Unsaved {
  readonly #parts = new Set<string>();
  readonly #changed: () => void;
  #since: number | null = null;

  /** @param changed it has begun, or is over */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Milliseconds since the epoch; null while all writes succeed. */
  since(): number | null {
    return this.#since;
  }

  /** How it went with one part of the realm: its blocks and players, its scores and rules, or the room that a Java server needs to save them. */
  note(part: 'world' | 'data' | 'room', isSaved: boolean): void {
    if (isSaved) this.#parts.delete(part);
    else this.#parts.add(part);
    const isUnsaved = this.#parts.size > 0;
    if (isUnsaved === (this.#since !== null)) return;
    this.#since = isUnsaved ? Date.now() : null;
    this.#changed();
  }
}

/** Retries while the disk is full: unsaved data must not be dropped. @throws any other error */
export async function untilSaved(save: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await save();
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
    await wait(retryMs);
  }
}

/** Returns when there is room for a Java server to save, or the signal is aborted. */
export async function untilRoom(folder: string, unsaved: Unsaved, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const hasRoom = (await diskSpace(folder)).free >= leastRoomBytes;
    unsaved.note('room', hasRoom);
    if (hasRoom) return;
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
