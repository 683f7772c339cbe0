import type { JavaProcess } from './java-process.ts';

/** More than a world takes that fits on a realm; less than the driver waits. */
const savedWithinMs = 40_000;

/** Has the server save, and write nothing more until it is released. */
export class Saving {
  readonly #process: Pick<JavaProcess, 'tell'>;
  #holds = 0;
  #saving: Promise<void> = Promise.resolve();
  #isOff = false;
  #saved: () => void = () => undefined;

  constructor(process: Pick<JavaProcess, 'tell'>) {
    this.#process = process;
  }

  /** The server has said that it writes nothing by itself any more. */
  heardOff(): void {
    this.#isOff = true;
  }

  /** The server printed that it saved: if this comes before the other line, somebody else had asked for it. */
  heardSaved(): void {
    if (this.#isOff) this.#saved();
  }

  /**
   * Returns when everything is on the disk. Several callers may hold it at once.
   * @returns a function that releases it
   * @throws when the server does not confirm within 40 s; it saves by itself again then
   */
  async hold(): Promise<() => void> {
    this.#holds += 1;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#process.tell('save-on');
    };
    // One after the other: which of them a line answers, it does not say.
    const saving = this.#saving.catch(() => undefined).then(() => this.#saveAll());
    this.#saving = saving;
    try {
      await saving;
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #saveAll(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#saved = resolve;
    this.#isOff = false;
    const timer = setTimeout(
      () => reject(new Error(`the server has not said within ${savedWithinMs / 1000} s that it saved`)),
      savedWithinMs,
    );
    try {
      if (!this.#process.tell('save-off') || !this.#process.tell('save-all flush')) {
        throw new Error('the server does not read its console');
      }
      await promise;
    } finally {
      clearTimeout(timer);
      this.#saved = () => undefined;
    }
  }
}
