import type { LandMaker } from '@realmkeep/runtime/file-agent-land';
import { blockStates } from '../maps/blocks.ts';
import { leafStates } from '../maps/survival/trees.ts';
import { turnedBlocks } from '../maps/survival/turned.ts';
import { storedOrigin } from '../world-folder/world-origin.ts';

const turned = Object.entries(turnedBlocks).flatMap(([name, [north, step]]) =>
  [0, 1, 2, 3].map((side) => [name, north + side * step] as const),
);
const named = [...Object.entries(blockStates), ...turned, ...leafStates];
const names = new Map(named.map(([name, state]) => [state, name.replace(/\[.*/, '')] as const));

/** What the built-in server makes of a map where nothing is stored. */
export const makeLand: LandMaker = async (worldFolder) => {
  const origin = await storedOrigin(worldFolder);
  return origin && { names, fill: (x, z, blocks) => origin.map.fill(origin.seed, x, z, blocks) };
};
