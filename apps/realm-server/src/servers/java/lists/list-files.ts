import { type FSWatcher, watch } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Of what each server of the game writes there. Source: https://minecraft.wiki/w/Server.properties#Other_files */
const Entries = z.array(
  z.object({
    uuid: z.optional(z.string()),
    name: z.optional(z.string()),
    ip: z.optional(z.string()),
    source: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
);

/** The whitelist's switch is a property, and here a list of one entry or none. */
export const listFileNames = {
  switch: 'server.properties',
  whitelist: 'whitelist.json',
  bans: 'banned-players.json',
  addressBans: 'banned-ips.json',
  operators: 'ops.json',
} as const;
export type ListName = keyof typeof listFileNames;
export const listNames = Object.keys(listFileNames) as ListName[];

/** An entry of a list. */
export interface Listed {
  /** A name, or an address. */
  name: string;
  uuid?: string | undefined;
  /** Who made the ban, and why. */
  source?: string | undefined;
  reason?: string | undefined;
}
/** By the name in lower case: a server may write it in another case. */
export type List = ReadonlyMap<string, Listed>;

/** An operator who does not exist, and is not counted here: nicknames cannot contain this sign. */
export const nobodysName = 'realm#nobody';

const maxBytes = 1024 * 1024;
/** The server writes a list in several steps. */
const settleMs = 50;

export interface ListFiles {
  /** Reads a list without waiting for an event of the file system. */
  look: (list: ListName) => void;
  close: () => void;
}

/**
 * Follows the lists that a Java server keeps in its folder. Unlike the lines of its console no player can forge them.
 * @param read called with each list whenever its file may be another
 */
export function followListFiles(folder: string, read: (list: ListName, now: List) => void): ListFiles {
  const timers = new Map<ListName, NodeJS.Timeout>();
  let isOpen = true;
  // One after the other, so that no older state is reported after a newer one.
  let reading = Promise.resolve();

  function look(list: ListName): void {
    reading = readAfter(reading, list);
  }

  async function readAfter(earlier: Promise<void>, list: ListName): Promise<void> {
    await earlier;
    const now = await readList(folder, list);
    if (now && isOpen) read(list, now);
  }

  const watcher = watchFolder(folder, (file) => {
    const list = listNames.find((name) => listFileNames[name] === file);
    if (!list) return;
    clearTimeout(timers.get(list));
    timers.set(list, setTimeout(() => look(list), settleMs).unref());
  });
  return {
    look,
    close() {
      isOpen = false;
      watcher?.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Null when the machine is out of watches: what is typed in the game then holds until the next start. */
function watchFolder(folder: string, changed: (file: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, file) => changed(file));
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}

/** Null while it is written, or is no list of the game. */
async function readList(folder: string, list: ListName): Promise<List | null> {
  try {
    await using file = await open(join(folder, listFileNames[list]));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return list === 'switch' ? switchIn(text) : entriesIn(text);
  } catch {
    return null;
  }
}

function switchIn(properties: string): List | null {
  const [, value] = /^white-list=(true|false)\s*$/m.exec(properties) ?? [];
  return value === undefined ? null : switchList(value === 'true');
}

export function switchList(isOn: boolean): Map<string, Listed> {
  return new Map(isOn ? [['on', { name: 'on' }]] : []);
}

function entriesIn(json: string): List {
  return listOf(
    Entries.parse(JSON.parse(json)).flatMap(({ name, ip, ...more }) => {
      const named = name ?? ip;
      return named === undefined || named === nobodysName ? [] : [{ name: named, ...more }];
    }),
  );
}

export function listOf(entries: readonly Listed[]): Map<string, Listed> {
  return new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
}
