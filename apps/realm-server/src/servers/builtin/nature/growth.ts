import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { directions, horizontal } from '../land/sides.ts';
import { isProtected } from '../rules/place.ts';
import type { Game } from '../rules/game.ts';
import { canStand, comeOff } from './plants.ts';
import type { ByChance } from './random-ticks.ts';
import { growTree } from './trees.ts';

/** Plants need so much light. */
const growsAt = 9;
const highest = 3;

/** Source: the game's own (1.16.5), CropBlock, StemBlock, SugarCaneBlock and so on */
export const growing: readonly ByChance[] = [
  [/^(wheat|carrots|potatoes|beetroots)$/, whereItStands(growCrop)],
  [/^(melon|pumpkin)_stem$/, whereItStands(growStem)],
  [/^attached_(melon|pumpkin)_stem$/, loseFruit],
  [/^(sugar_cane|cactus)$/, whereItStands(growUp)],
  [/^nether_wart$/, (game, at, block) => void (isLucky(1 / 10) && age(game, at, block))],
  [/^cocoa$/, (game, at, block) => void (isLucky(1 / 5) && age(game, at, block))],
  [
    /^sweet_berry_bush$/,
    (game, at, block) =>
      void (isLucky(1 / 5) && brightness(game, at.offset(0, 1, 0)) >= growsAt && age(game, at, block)),
  ],
  [
    /^(oak|spruce|birch|jungle|acacia|dark_oak)_sapling$/,
    (game, at, block) =>
      void (isLucky(1 / 7) && brightness(game, at.offset(0, 1, 0)) >= growsAt && sprout(game, at, block)),
  ],
];

/** What bone meal does to a plant. @returns false where it does nothing */
export function fertilise(game: Game, at: Vec3, block: PlacedBlock): boolean {
  const { name } = block.kind;
  if (name.endsWith('_sapling') && name !== 'bamboo_sapling') {
    if (isLucky(0.45)) sprout(game, at, block);
    return true;
  }
  const isCrop = /^(wheat|carrots|potatoes|beetroots|(melon|pumpkin)_stem)$/.test(name);
  if (!(isCrop || name === 'sweet_berry_bush' || name === 'cocoa') || isRipe(block)) return false;
  const years = isCrop ? 2 + Math.floor(Math.random() * 4) : 1;
  age(game, at, block, name === 'beetroots' ? Math.floor(years / 3) : years);
  return true;
}

/** The light that plants grow by, be it day or night. */
export function brightness({ world }: Game, at: Vec3): number {
  const { sky, block } = world.lightAt(at);
  return Math.max(sky, block);
}

function isLucky(likelihood: number): boolean {
  return Math.random() < likelihood;
}

function isRipe({ kind, properties }: PlacedBlock): boolean {
  return Number(properties['age']) === (kind.states.find(({ name }) => name === 'age')?.num_values ?? 1) - 1;
}

/** Something that grows does so by some steps, as far as it can. */
export function age(game: Game, at: Vec3, block: PlacedBlock, by = 1): void {
  const most = (block.kind.states.find(({ name }) => name === 'age')?.num_values ?? 1) - 1;
  const now = Number(block.properties['age']);
  const next = Math.min(most, now + by);
  if (next > now) setBlock(game, at, stateWith(block, { age: String(next) }));
}

function whereItStands(grow: ByChance[1]): ByChance[1] {
  return (game, at, block) => (canStand(game, at, block) ? grow(game, at, block) : comeOff(game, at, block));
}

function growCrop(game: Game, at: Vec3, block: PlacedBlock): void {
  if (isRipe(block) || brightness(game, at) < growsAt || (block.kind.name === 'beetroots' && isLucky(1 / 3))) return;
  if (thrives(game, at, block)) age(game, at, block);
}

/** Growth by the farmland around it and its moisture; whole fields of one crop grow half as fast as rows. */
function thrives(game: Game, at: Vec3, { kind }: PlacedBlock): boolean {
  let points = 1;
  for (const dx of [-1, 0, 1]) {
    for (const dz of [-1, 0, 1]) {
      const ground = blockAt(game, at.offset(dx, -1, dz));
      if (ground?.kind.name !== 'farmland') continue;
      points += (ground.properties['moisture'] === '0' ? 1 : 3) / (dx === 0 && dz === 0 ? 1 : 4);
    }
  }
  const isSame = (dx: number, dz: number): boolean => blockAt(game, at.offset(dx, 0, dz))?.kind === kind;
  const isBetween = (isSame(-1, 0) || isSame(1, 0)) && (isSame(0, -1) || isSame(0, 1));
  if (isBetween || [-1, 1].some((dx) => isSame(dx, -1) || isSame(dx, 1))) points /= 2;
  return isLucky(1 / (Math.floor(25 / points) + 1));
}

function growStem(game: Game, at: Vec3, block: PlacedBlock): void {
  if (brightness(game, at) < growsAt || !thrives(game, at, block)) return;
  if (!isRipe(block)) return age(game, at, block);
  const { blocksByName } = game.squid.registry;
  const fruit = block.kind.name.replace('_stem', '');
  const side = horizontal[Math.floor(Math.random() * 4)];
  const attached = blocksByName[`attached_${block.kind.name}`];
  if (!side || !attached) return;
  const to = at.plus(side);
  const ground = blockAt(game, to.offset(0, -1, 0))?.kind.name ?? '';
  if (game.world.blockStateAt(to) !== 0 || !/^(farmland|dirt|coarse_dirt|podzol|grass_block)$/.test(ground)) return;
  if (isProtected(game, to) && !isProtected(game, at)) return;
  setBlock(game, to, blocksByName[fruit]?.defaultState ?? 0);
  const facing = Object.keys(directions).find((name) => directions[name] === side) ?? 'north';
  setBlock(game, at, stateWith({ kind: attached, properties: { facing } }, {}));
}

/** A stem whose fruit is gone bears another. */
function loseFruit(game: Game, at: Vec3, { kind, properties }: PlacedBlock): void {
  const fruit = kind.name.replace(/^attached_|_stem$/g, '');
  const side = directions[properties['facing'] ?? ''];
  const stem = game.squid.registry.blocksByName[`${fruit}_stem`];
  if (side && stem && blockAt(game, at.plus(side))?.kind.name !== fruit) setBlock(game, at, stem.maxStateId);
}

/** Sugar cane and cactus grow on top, three blocks high. */
function growUp(game: Game, at: Vec3, block: PlacedBlock): void {
  const top = at.offset(0, 1, 0);
  if (top.y > 255 || game.world.blockStateAt(top) !== 0) return;
  let height = 1;
  while (blockAt(game, at.offset(0, -height, 0))?.kind === block.kind) height += 1;
  if (height >= highest) return;
  if (!isRipe(block)) return age(game, at, block);
  setBlock(game, at, stateWith(block, { age: '0' }));
  setBlock(game, top, block.kind.minStateId);
}

/** A sapling gets ready at first, then it is a tree. */
function sprout(game: Game, at: Vec3, block: PlacedBlock): void {
  if (block.properties['stage'] === '0') setBlock(game, at, stateWith(block, { stage: '1' }));
  else growTree(game, at, block.kind.name.replace('_sapling', ''));
}
