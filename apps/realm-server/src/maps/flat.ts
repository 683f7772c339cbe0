import type { BlockName } from './blocks.ts';
import { ChunkCanvas } from './chunk-canvas.ts';
import type { OfficialMap } from './official-map.ts';

const plains = 1;

/** From the bottom up; about as high as the other maps. */
export const flatLayers: readonly { block: BlockName; height: number }[] = [
  { block: 'bedrock', height: 1 },
  { block: 'stone', height: 61 },
  { block: 'dirt', height: 4 },
  { block: 'grass_block', height: 1 },
];
const height = flatLayers.reduce((sum, layer) => sum + layer.height, 0);

/** Grass on earth on stone, as far as one goes. */
export const flat: OfficialMap = {
  name: 'flat',
  biome: plains,
  reach: 0,
  spawn: () => ({ x: 0, y: height, z: 0 }),
  fill(_, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    let y = 0;
    for (const layer of flatLayers) {
      canvas.eachColumn((x, z) => canvas.column(x, y, y + layer.height - 1, z, layer.block));
      y += layer.height;
    }
  },
};
