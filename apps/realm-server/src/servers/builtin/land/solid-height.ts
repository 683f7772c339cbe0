import type { PlacedBlock } from './block-state.ts';

const low: readonly (readonly [RegExp, number])[] = [
  [/(_fence|_wall|_fence_gate)$/, 1.5],
  [/_carpet$/, 1 / 16],
  [/_bed$/, 9 / 16],
  [/_trapdoor$/, 3 / 16],
  [/^(farmland|grass_path)$/, 15 / 16],
  [/^(chest|trapped_chest|ender_chest|soul_sand)$/, 14 / 16],
];

const known = new WeakMap<PlacedBlock, number>();

/** The height of a block's solid part, in blocks above its bottom; 0 if nothing is in the way, as with open doors and the like. */
export function solidHeight(block: PlacedBlock | null): number {
  if (block?.kind.boundingBox !== 'block') return 0;
  let height = known.get(block);
  if (height === undefined) known.set(block, (height = heightOf(block)));
  return height;
}

function heightOf({ kind, properties }: PlacedBlock): number {
  if (properties['open'] === 'true') return 0;
  if (properties['type'] === 'bottom') return 0.5;
  if (kind.name === 'snow') return (Number(properties['layers']) - 1) / 8;
  if (properties['half'] === 'top') return 1;
  return low.find(([names]) => names.test(kind.name))?.[1] ?? 1;
}
