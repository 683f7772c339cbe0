import type { LandMaker } from '@realmkeep/runtime/file-agent-land';
import { blockStates } from '../maps/blocks.ts';
import { storedOrigin } from '../world-folder/world-origin.ts';

const names = new Map(Object.entries(blockStates).map(([name, state]) => [state, name] as const));

/** What the built-in server makes of a map where nothing is stored. */
export const makeLand: LandMaker = async (worldFolder) => {
  const origin = await storedOrigin(worldFolder);
  return origin && { names, fill: (x, z, blocks) => origin.map.fill(origin.seed, x, z, blocks) };
};
