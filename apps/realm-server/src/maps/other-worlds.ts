import { endArrival, fillEnd } from './end/end.ts';
import { fillNether, netherBiomes } from './nether/nether.ts';
import type { OfficialMap } from './official-map.ts';

/** By the game's numbers of biomes. */
const [netherWastes, theEnd] = [8, 9];

/** What the other dimensions are made of, whichever map the overworld is. */
export const otherWorlds = {
  nether: {
    name: 'nether',
    biome: netherWastes,
    biomes: netherBiomes,
    spawn: () => ({ x: 0, y: 70, z: 0 }),
    fill: fillNether,
  },
  end: { name: 'end', biome: theEnd, spawn: () => endArrival, fill: fillEnd },
} as const satisfies Record<string, OfficialMap>;
