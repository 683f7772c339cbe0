import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MAX_FILE_BYTES = 1 << 20;
const MAX_LINE_LENGTH = 1000;

/** The realm's console: each line goes to logs/console.log (which with its predecessor is at most 2 MiB) and to a listener. */
export interface ConsoleLog {
  write(line: string): void;
}

/** @param realmFolder where logs/ is made. @param listener is told each line as it is kept. */
export function openConsoleLog(realmFolder: string, listener: (at: number, line: string) => void): ConsoleLog {
  const folder = join(realmFolder, 'logs');
  const path = join(folder, 'console.log');
  mkdirSync(folder, { recursive: true });
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;

  function append(text: string): void {
    const bytes = Buffer.from(text);
    try {
      if (size + bytes.length > MAX_FILE_BYTES) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, bytes);
      size += bytes.length;
    } catch {
      // A full disk must not end the game; the line still reaches the listener.
    }
  }

  return {
    write(line) {
      const at = Date.now();
      for (const part of line.split(/[\r\n]+/)) {
        const clean = stripVTControlCharacters(part)
          .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
          .slice(0, MAX_LINE_LENGTH);
        if (clean === '') continue;
        append(`${new Date(at).toISOString()} ${clean}\n`);
        listener(at, clean);
      }
    },
  };
}
