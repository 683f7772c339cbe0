import type { RealmResources } from '@realmkeep/runtime/control';

/** A shorter time says little of the processor's use. */
const SHORTEST_SAMPLE_MS = 1000;

/** Measures this process. @returns a function that gives the last sample, at most a second old. */
export function resourceMeter(): () => RealmResources {
  let at = performance.now();
  let used = process.cpuUsage();
  let sample: RealmResources = { cpu: 0, memoryBytes: process.memoryUsage.rss() };
  return () => {
    const elapsed = performance.now() - at;
    if (elapsed < SHORTEST_SAMPLE_MS) return sample;
    const since = process.cpuUsage(used);
    sample = { cpu: (since.user + since.system) / 1000 / elapsed, memoryBytes: process.memoryUsage.rss() };
    at = performance.now();
    used = process.cpuUsage();
    return sample;
  };
}
