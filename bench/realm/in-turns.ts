import { median } from './measure.ts';

/** Runs both in turn; the first run of each warms the disk's cache and does not count. @returns the median time of each in milliseconds */
export async function inTurns(
  rounds: number,
  bare: () => Promise<unknown>,
  own: () => Promise<unknown>,
): Promise<{ bareMs: number; ownMs: number }> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, run] of [bare, own].entries()) {
      const began = performance.now();
      await run();
      if (round > 0) times[index]?.push(performance.now() - began);
    }
  }
  return { bareMs: median(times[0]), ownMs: median(times[1]) };
}
