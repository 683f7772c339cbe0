/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @throws RangeError when there is nothing to choose from */
export function pick<T>(random: () => number, of: readonly T[]): T {
  const chosen = of[Math.floor(random() * of.length)];
  if (chosen === undefined) throw new RangeError('nothing to choose from');
  return chosen;
}
