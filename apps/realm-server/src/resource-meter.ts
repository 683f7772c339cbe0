import { readFileSync } from 'node:fs';
import type { RealmResources } from '@realmkeep/realm-protocol';

/** A shorter time says little of the processor's use. */
const shortestSampleMs = 1000;
/** What /proc counts in, on Linux: USER_HZ and the page. */
const tickMs = 10;
const pageBytes = 4096;

/**
 * Measures this process, and the game's where that is another.
 * @returns a function that gives the last sample, at most a second old.
 */
export function resourceMeter(game: () => number | null): () => RealmResources {
  let at = performance.now();
  let before = measure(game());
  let sample: RealmResources = { cpu: 0, memoryBytes: before.memoryBytes };
  return () => {
    const elapsed = performance.now() - at;
    if (elapsed < shortestSampleMs) return sample;
    const now = measure(game());
    // The game's process may be another by now.
    sample = { cpu: Math.max(0, now.cpuMs - before.cpuMs) / elapsed, memoryBytes: now.memoryBytes };
    at = performance.now();
    before = now;
    return sample;
  };
}

function measure(pid: number | null): { cpuMs: number; memoryBytes: number } {
  const { user, system } = process.cpuUsage();
  const other = pid === null ? null : ofProcess(pid);
  return {
    cpuMs: (user + system) / 1000 + (other?.cpuMs ?? 0),
    memoryBytes: process.memoryUsage.rss() + (other?.memoryBytes ?? 0),
  };
}

/** Fields 14, 15 and 24 of /proc/<pid>/stat: proc(5). */
function ofProcess(pid: number): { cpuMs: number; memoryBytes: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
    return { cpuMs: (user + system) * tickMs, memoryBytes: pages * pageBytes };
  } catch {
    return null;
  }
}
