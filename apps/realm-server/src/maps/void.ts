import { ChunkCanvas } from './chunk-canvas.ts';
import type { OfficialMap } from './official-map.ts';

const theVoid = 127;
const floor = 63;
const reach = 2;

/** Empty except for a small platform at the spawn. */
export const voidMap: OfficialMap = {
  name: 'void',
  biome: theVoid,
  reach,
  spawn: () => ({ x: 0, y: floor + 1, z: 0 }),
  fill(_, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    for (let z = -reach; z <= reach; z += 1) for (let x = -reach; x <= reach; x += 1) canvas.set(x, floor, z, 'stone');
  },
};
