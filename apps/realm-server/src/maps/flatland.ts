import { ChunkCanvas } from './chunk-canvas.ts';
import { chance } from './noise.ts';
import type { OfficialMap } from './official-map.ts';

const SURFACE = 64;
const SUNFLOWER_PLAINS = 129;

/** Nothing but level ground, for those who build. */
export const flatland: OfficialMap = {
  name: 'flatland',
  biome: SUNFLOWER_PLAINS,
  spawn: () => ({ x: 0, y: SURFACE + 1, z: 0 }),
  fill(seed, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    canvas.base(SURFACE - 4, 'stone');
    canvas.eachColumn((x, z) => {
      canvas.column(x, SURFACE - 3, SURFACE - 1, z, 'dirt');
      canvas.set(x, SURFACE, z, 'grass_block');
      const luck = chance(seed, x, z);
      if (Math.hypot(x, z) < 3 || luck < 0.97) return;
      canvas.set(x, SURFACE + 1, z, luck > 0.995 ? 'dandelion' : luck > 0.99 ? 'oxeye_daisy' : 'grass');
    });
  },
};
