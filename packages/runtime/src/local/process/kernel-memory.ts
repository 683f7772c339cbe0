/** Of the machine, in bytes. */
export interface KernelMemory {
  total: number;
  available: number;
  /** What the kernel uses for itself and cannot give back. */
  kernel: number;
}

/** Below this share of the memory the kernel soon kills whoever is largest. */
const scarce = 0.2;
/** By less of the memory the kernel's own grows and shrinks by itself. */
const muchGrown = 0.125;
const rememberedMs = 600_000;
/** By then it is seen what the end of a realm has given back. */
const patienceMs = 3000;
/** From here on whoever is busy in the kernel is looked at. */
const watched = { available: 0.35, grown: 0.0625 };

/** @param arcstats of ZFS, whose cache the kernel counts as its own memory; empty without it. Source: proc(5), /proc/meminfo */
export function readKernelMemory(meminfo: string, arcstats: string): KernelMemory {
  const of = (name: string): number => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? 0) * 1024;
  const others = ['MemFree', 'Buffers', 'Cached', 'SwapCached', 'AnonPages', 'SReclaimable', 'Hugetlb'];
  const cache = Number(/^size +\d+ +(\d+)/m.exec(arcstats)?.[1] ?? 0);
  const kernel = others.reduce((rest, name) => rest - of(name), of('MemTotal')) - cache;
  return { total: of('MemTotal'), available: of('MemAvailable'), kernel };
}

/**
 * Finds the realm for which the kernel uses up the machine's memory, uncounted by any cgroup and whatever the way: while the memory is
 * scarce and the kernel's own has grown by much, that which has had the kernel work for it most.
 */
export class KernelGrowth {
  /** What the kernel used, the oldest first, for ten minutes. */
  #before: { at: number; kernel: number }[] = [];
  #times: ReadonlyMap<string, number> | null = null;
  #endedAt = -Infinity;

  /**
   * @param times of each realm, for how long the kernel has worked for its processes; asked only where it comes near to that
   * @returns the realm that is to end
   */
  look(
    now: number,
    { total, available, kernel }: KernelMemory,
    times: () => ReadonlyMap<string, number>,
  ): string | null {
    this.#before = this.#before.filter(({ at }) => at > now - rememberedMs);
    const least = Math.min(kernel, ...this.#before.map((one) => one.kernel));
    this.#before.push({ at: now, kernel });
    const earlier = this.#times;
    const grown = kernel - least;
    this.#times = available < total * watched.available && grown > total * watched.grown ? times() : null;
    if (available >= total * scarce || grown < total * muchGrown || now < this.#endedAt + patienceMs) return null;
    if (!earlier || !this.#times) return null;
    const worked = [...this.#times].map(([realmId, time]) => ({ realmId, by: time - (earlier.get(realmId) ?? 0) }));
    const [most] = worked.toSorted((one, other) => other.by - one.by);
    if (!most || most.by <= 0) return null;
    this.#endedAt = now;
    return most.realmId;
  }
}
