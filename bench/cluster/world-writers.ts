import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RealmOfBench } from './installation.ts';

const lookEveryMs = 100;

interface Writer {
  fencingToken: number;
  /** Bytes it has written to disk so far, as the Linux kernel counts them. */
  bytes: number;
}

interface World {
  name: string;
  /** The file with the last fencing token the world has seen (apps/realm-server/src/world-folder/fencing-token.ts). */
  lease: string;
  seen: number[];
  writers: Map<number, Writer>;
  /** Bytes that each earlier process had written when the present token was first seen: so much is legitimate. */
  before: Map<number, number>;
}

/**
 * Watches which fencing tokens worlds have seen, and whether a process with an older one writes anything. It sees the processes of all nodes,
 * unreachable ones included, as they all run on this machine.
 */
export class WorldWriters implements Disposable {
  readonly problems = new Set<string>();
  /** In how many looks two processes of one realm were alive. */
  together = 0;
  readonly #worlds: Map<string, World>;
  readonly #timer: NodeJS.Timeout;

  /** @param folders of the realms' volumes */
  constructor(folders: ReadonlyMap<RealmOfBench, string>) {
    this.#worlds = new Map(
      [...folders].map(([{ id, host }, folder]) => [
        id,
        { name: host, lease: join(folder, id, 'world/lease'), seen: [], writers: new Map(), before: new Map() },
      ]),
    );
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** @returns how many fencing tokens each world has seen */
  end(): number[] {
    clearInterval(this.#timer);
    this.#look();
    return [...this.#worlds.values()].map(({ seen }) => seen.length);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const processes = realmProcesses();
    for (const [id, world] of this.#worlds) {
      const now = Number(readText(world.lease));
      const last = world.seen.at(-1) ?? 0;
      if (now < last) this.problems.add(`${world.name} saw fencing token ${now} after ${last}`);
      const living = processes.get(id) ?? new Map<number, number>();
      if (living.size > 1) this.together += 1;
      if (now > last) {
        world.seen.push(now);
        for (const [pid, fencingToken] of living) if (fencingToken !== now) world.before.set(pid, writtenBy(pid));
      }
      for (const [pid, bytes] of world.before) {
        // The pid may belong to another process by now.
        if (!living.has(pid)) world.before.delete(pid);
        else if (writtenBy(pid) > bytes) this.problems.add(`${world.name}: process ${pid} of an older run has written`);
      }
    }
  }
}

/** For each realm the processes that run it, with their fencing tokens. */
function realmProcesses(): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!pid) continue;
    const words = readText(`/proc/${pid}/cmdline`).split('\0');
    const lease = words[words.indexOf('--lease') + 1];
    const folder = words[words.indexOf('--dir') + 1] ?? '';
    if (!words.includes('--lease') || lease === undefined) continue;
    const id = folder.split('/').at(-1) ?? '';
    const living = found.get(id) ?? new Map<number, number>();
    living.set(pid, Number(lease));
    found.set(id, living);
  }
  return found;
}

/** Returns 0 for a process that has ended. */
function writtenBy(pid: number): number {
  const [, bytes = '0'] = /^write_bytes: (\d+)$/m.exec(readText(`/proc/${pid}/io`)) ?? [];
  return Number(bytes);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
