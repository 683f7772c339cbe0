import { type FSWatcher, watch } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Of what each server of the game writes there. Source: https://minecraft.wiki/w/Server.properties#Other_files */
const Bans = z.array(
  z.object({
    name: z.optional(z.string()),
    ip: z.optional(z.string()),
    created: z.optional(z.string()),
    source: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
);
const commands = { 'banned-players.json': 'ban', 'banned-ips.json': 'ban-ip' } as const;
type ListName = keyof typeof commands;

const maxBytes = 1024 * 1024;
/** The server writes a list in several steps. */
const settleMs = 200;
/** Whom a ban is by that came from the console, as all that the realm tells the server. */
const fromConsole = 'Server';

export interface GameBan {
  command: (typeof commands)[ListName];
  /** Whom or what it bans: a name, or an address. */
  target: string;
  /** The name of whoever typed it. */
  by: string;
  reason: string;
}

/**
 * Hears of the bans that are typed in the game of a Java server, by its own lists: those name who has typed a ban, and unlike the lines of
 * its console no player can forge them.
 * @param heard called with each, once; whether whoever typed it may, it does not decide
 * @returns what ends it
 */
export function followGameBans(folder: string, heard: (ban: GameBan) => void): () => void {
  const known: Record<ListName, ReadonlySet<string>> = {
    'banned-players.json': new Set(),
    'banned-ips.json': new Set(),
  };
  const timers = new Map<ListName, NodeJS.Timeout>();

  async function read(list: ListName): Promise<void> {
    const bans = await readList(join(folder, list));
    if (!bans) return;
    const before = known[list];
    known[list] = new Set(bans.map(keyOf));
    for (const ban of bans) {
      const { name, ip, source, reason } = ban;
      const target = name ?? ip;
      if (target === undefined || source === undefined || source === fromConsole || before.has(keyOf(ban))) continue;
      heard({ command: commands[list], target, by: source, reason: ofGame(reason) });
    }
  }

  const watcher = watchFolder(folder, (file) => {
    if (file !== 'banned-players.json' && file !== 'banned-ips.json') return;
    clearTimeout(timers.get(file));
    timers.set(file, setTimeout(() => void read(file), settleMs).unref());
  });
  return () => {
    watcher?.close();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Null where the machine has no more watches: then bans from the game hold until the next start. */
function watchFolder(folder: string, changed: (file: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, file) => changed(file));
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}

/** Null while it is written, or is no list of the game. */
async function readList(path: string): Promise<z.infer<typeof Bans> | null> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return Bans.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
  } catch {
    return null;
  }
}

function keyOf({ name, ip, created }: z.infer<typeof Bans>[number]): string {
  return `${name ?? ip} ${created}`;
}

/** What the game says where whoever typed the ban has said nothing. */
function ofGame(reason = ''): string {
  return /^Banned by an operator\.?$/.test(reason) ? '' : reason;
}
