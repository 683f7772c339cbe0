import { type FSWatcher, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfSpace } from '@realmkeep/safe-fs';
import { driverFolder, isRealmId } from './realm-paths.ts';

/**
 * How drivers of one place notify each other of starts, as each follows only the realms it knows: a file with the realm's name is created
 * in a folder that all watch, and removed at once.
 */
export class StartBell {
  readonly #folder: string;
  /** null if the machine is out of watches: a single driver does not need it. */
  readonly #watcher: FSWatcher | null;

  /** @param onStart hears of this driver's own starts too */
  constructor(dir: string, onStart: (realmId: string) => void) {
    this.#folder = join(dir, driverFolder, 'starts');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#watcher = watching(this.#folder, (name) => {
      if (isRealmId(name)) onStart(name);
    });
  }

  ring(realmId: string): void {
    const path = join(this.#folder, realmId);
    try {
      writeFileSync(path, '', { mode: 0o600 });
      rmSync(path, { force: true });
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
  }

  close(): void {
    this.#watcher?.close();
  }
}

function watching(folder: string, onChange: (name: string) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null) onChange(name);
    });
    return watcher.on('error', tellFailure);
  } catch (error) {
    tellFailure(error);
    return null;
  }
}

function tellFailure(error: unknown): void {
  process.stderr.write(`failed to watch what other drivers start: ${String(error)}\n`);
}
