import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsoleLine, ConsoleRing } from '@realmkeep/realm-protocol';
import { ConsoleFeed } from './console-feed.ts';
import { cleanLines } from './console-text.ts';

const maxFileBytes = 1 << 20;
/** A line after a pause is sent at once; the newest of those that follow within this time are sent together. */
const batchMs = 100;
const batchLines = 400;

/** The realm's console: output goes to logs/console.log (at most 2 MiB with its predecessor) and to the feed's readers. */
export interface RealmConsole {
  readonly feed: ConsoleFeed;
  /** Prints one line, or several. */
  write(text: string): void;
  /** Sends what is left, and ends the readers. */
  close(): void;
}

/**
 * However much is printed, ten times a second the newest 400 lines are stored and sent; the numbers of the others are skipped.
 * @param realmFolder where logs/ is made
 * @param assertClaim throws if a later start has taken the folder: the log then belongs to that one
 */
export function openConsole(realmFolder: string, assertClaim: () => void): RealmConsole {
  const ring = new ConsoleRing();
  const feed = new ConsoleFeed(ring);
  const file = openLog(realmFolder, assertClaim);
  let printed = 0;
  let batch: ConsoleLine[] = [];
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    batch = batch.slice(-batchLines);
    const skipped = (batch[0]?.n ?? 0) - ring.end - 1;
    const text = batch.map(({ at, text: line }) => `${new Date(at).toISOString()} ${line}\n`).join('');
    file.append(skipped > 0 ? `${new Date().toISOString()} (${skipped} lines left out)\n${text}` : text);
    for (const line of batch) ring.push(line);
    batch = [];
    feed.flush();
  }

  function rest(): void {
    timer = undefined;
    if (batch.length === 0) return;
    tell();
    timer = setTimeout(rest, batchMs);
  }

  // However the process ends, except by a kill.
  process.once('exit', () => batch.length > 0 && tell());

  return {
    feed,
    write(text) {
      const at = Date.now();
      for (const line of cleanLines(text)) {
        printed += 1;
        batch.push({ n: printed, at, text: line });
      }
      if (batch.length >= 2 * batchLines) batch = batch.slice(-batchLines);
      if (timer || batch.length === 0) return;
      tell();
      timer = setTimeout(rest, batchMs);
    },
    close() {
      clearTimeout(timer);
      if (batch.length > 0) tell();
      feed.close();
    },
  };
}

function openLog(realmFolder: string, assertClaim: () => void): { append(text: string): void } {
  const folder = join(realmFolder, 'logs');
  const path = join(folder, 'console.log');
  let size = 0;
  try {
    mkdirSync(folder, { recursive: true });
    size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // A program of the realm has put a file there, which the server's start moves aside.
  }
  return {
    append(text) {
      const bytes = Buffer.from(text);
      try {
        assertClaim();
        if (size + bytes.length > maxFileBytes) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, bytes);
        size += bytes.length;
      } catch {
        // Neither a full disk nor a later start ends the game here; the lines still reach the readers.
      }
    },
  };
}
