import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { directions, horizontal } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { leave } from '../survival/digging/breaking.ts';
import { fluidOf } from '../land/fluid.ts';

type Land = Pick<Game, 'world' | 'squid'>;

const soil = /^(grass_block|dirt|coarse_dirt|podzol|farmland)$/;
const crop = /^(wheat|carrots|potatoes|beetroots|(attached_)?(melon|pumpkin)_stem)$/;
/** What each plant can stand on. Source: https://minecraft.wiki/w/Crops (Java Edition 1.16) */
const grounds: readonly (readonly [plant: RegExp, ground: RegExp])[] = [
  [crop, /^farmland$/],
  [/^nether_wart$/, /^soul_sand$/],
  [/^(oak|spruce|birch|jungle|acacia|dark_oak)_sapling$|^sweet_berry_bush$/, soil],
  [
    /^(dandelion|poppy|blue_orchid|allium|azure_bluet|(red|orange|white|pink)_tulip|oxeye_daisy|cornflower|lily_of_the_valley)$/,
    soil,
  ],
  [/^sugar_cane$/, /^(sugar_cane|grass_block|dirt|coarse_dirt|podzol|sand|red_sand)$/],
  [/^cactus$/, /^(cactus|sand|red_sand)$/],
];

/** Whether it keeps farmland from becoming dirt. */
export function isCrop(name: string): boolean {
  return crop.test(name);
}

/** Whether it is one of the plants listed here, which need their ground. */
export function isPlant(name: string): boolean {
  return name === 'cocoa' || grounds.some(([plant]) => plant.test(name));
}

/** Whether the plant can be at this place. */
export function canStand(land: Land, at: Vec3, { kind: { name }, properties }: PlacedBlock): boolean {
  if (name === 'cocoa') {
    const trunk = blockAt(land, at.plus(directions[properties['facing'] ?? ''] ?? at));
    return /^(stripped_)?jungle_(log|wood)$/.test(trunk?.kind.name ?? '');
  }
  const below = blockAt(land, at.offset(0, -1, 0))?.kind.name ?? '';
  const ground = grounds.find(([plant]) => plant.test(name))?.[1];
  if (ground?.test(below) !== true) return false;
  const beside = (from: Vec3): (PlacedBlock | null)[] => horizontal.map((side) => blockAt(land, from.plus(side)));
  if (name === 'cactus') return beside(at).every((block) => block?.kind.boundingBox === 'empty');
  if (name !== 'sugar_cane' || below === name) return true;
  return beside(at.offset(0, -1, 0)).some((block) => fluidOf(block)?.kind === 'water');
}

/** A neighbour of a plant has changed: it breaks if it can no longer stay. */
export function checkPlant(game: Game, at: Vec3): void {
  const block = blockAt(game, at);
  if (block && isPlant(block.kind.name) && !canStand(game, at, block)) comeOff(game, at, block);
}

/** Breaks the block, which leaves its drops. */
export function comeOff(game: Game, at: Vec3, block: PlacedBlock): void {
  setBlock(game, at, 0);
  leave(game, at, block, null);
}
