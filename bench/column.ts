import { officialMaps, officialSeed } from '../apps/realm-server/src/maps/official-maps.ts';
import { chunkBlocks, type OfficialMap } from '../apps/realm-server/src/maps/official-map.ts';
import { survival } from '../apps/realm-server/src/maps/survival/survival.ts';

/**
 * What it costs to generate a column of land: `node bench/column.ts`, about ten seconds. Processor time of the whole process for the square of columns
 * around the spawn, without the first 100; the official maps are measured in the same run.
 */

const side = 26;
const notCounted = 100;
const aimMs = 15;

/** The mean in milliseconds of processor time, and the worst single column in milliseconds of wall-clock time. */
function costOf(map: OfficialMap): { name: string; mean: number; worst: number } {
  const spawn = map.spawn(officialSeed);
  const blocks = new Uint16Array(chunkBlocks);
  let began = process.cpuUsage();
  let worst = 0;
  for (let i = 0; i < side * side; i += 1) {
    if (i === notCounted) began = process.cpuUsage();
    blocks.fill(0);
    const at = performance.now();
    map.fill(
      officialSeed,
      (spawn.x >> 4) - side / 2 + (i % side),
      (spawn.z >> 4) - side / 2 + Math.floor(i / side),
      blocks,
    );
    map.biomes?.(officialSeed, spawn.x >> 4, spawn.z >> 4);
    if (i >= notCounted) worst = Math.max(worst, performance.now() - at);
  }
  const { user, system } = process.cpuUsage(began);
  return { name: map.name, mean: (user + system) / 1000 / (side * side - notCounted), worst };
}

const costs = [...officialMaps, survival].map((map) => costOf(map));
const first = costs[0]?.mean ?? Number.NaN;
for (const { name, mean, worst } of costs) {
  console.log(
    `${name.padEnd(8)} ${mean.toFixed(2).padStart(6)} ms a column   ${(mean / first).toFixed(1).padStart(5)} × ${costs[0]?.name}   worst ${worst.toFixed(0)} ms`,
  );
}
console.log(`aim: ${aimMs} ms of processor`);
