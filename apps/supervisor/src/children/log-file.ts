import { closeSync, openSync, renameSync, fstatSync, writeSync, existsSync } from 'node:fs';

const largest = 10 * 1024 * 1024;
const files = 5;

/** A log of at most five files of 10 MB: `x.log`, and the older `x.log.1` to `x.log.4`. */
export class LogFile {
  readonly path: string;
  #file: number | null;
  #size: number;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  /** Writes, and ignores a full disk: a log must not end the process it logs. */
  write(bytes: Uint8Array): void {
    try {
      if (this.#size > 0 && this.#size + bytes.length > largest) this.#turn();
      this.#file ??= openSync(this.path, 'a', 0o600);
      writeSync(this.#file, bytes);
      this.#size += bytes.length;
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #turn(): void {
    this.close();
    for (let age = files - 1; age >= 1; age--) {
      const younger = age === 1 ? this.path : `${this.path}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${this.path}.${age}`);
    }
    this.#size = 0;
  }
}
