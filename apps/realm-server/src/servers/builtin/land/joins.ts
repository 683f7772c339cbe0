import type { Vec3 } from 'vec3';
import { closes, filter, lightTraits } from '../light/traits.ts';
import type { Game } from '../rules/game.ts';
import { blockAt, type PlacedBlock, stateWith } from './block-state.ts';
import { setBlock } from './building.ts';
import { clockwise, directions, opposite, sideNames } from './sides.ts';

/** How blocks join to what is beside them. Source: the game's FenceBlock, WallBlock, IronBarsBlock, FenceGateBlock, StairBlock (1.16.5) */

type Properties = Record<string, string>;
/** The block on one side of another. */
type Beside = (side: string) => PlacedBlock | null;
type Joins = (block: PlacedBlock, beside: Beside, isWhole: (side: string) => boolean) => Properties;

const across = sideNames.slice(2);
const isNamed = (block: PlacedBlock | null, names: RegExp): boolean => names.test(block?.kind.name ?? '');
const wall = /_wall$/;
const bars = /glass_pane$|^iron_bars$/;
const stair = /_stairs$/;
/** Whole blocks to which nothing joins, and whole ones that light passes. */
const loose = /_leaves$|shulker_box$|^(barrier|carved_pumpkin|jack_o_lantern|melon|pumpkin)$/;
const clear = /glass$|ice$|^(beacon|chorus_flower|composter|slime_block|soul_sand|spawner)$/;
/** Without a body, yet the wall below them has a post. */
const posted = /torch$|_sign$|_banner$|_pressure_plate$|^tripwire$/;

/** Whether a gate there can be the end of a row that comes from the given side. */
function isGateAcross(block: PlacedBlock | null, side: string): boolean {
  const facing = block?.properties['facing'] ?? '';
  return isNamed(block, /_fence_gate$/) && facing !== side && facing !== opposite(side);
}

const fence: Joins = ({ kind }, beside, isWhole) => {
  const like = kind.name === 'nether_brick_fence' ? /^nether_brick_fence$/ : /^(?!nether_brick).*_fence$/;
  return eachWay((side) => isWhole(side) || isNamed(beside(side), like) || isGateAcross(beside(side), side));
};

const pane: Joins = (_, beside, isWhole) =>
  eachWay((side) => isWhole(side) || isNamed(beside(side), bars) || isNamed(beside(side), wall));

const isOpen = (way: string | undefined): boolean => way === 'none';

/** A wall is tall where what lies above it covers it, and has a post at ends, corners and crossings, and below other posts. */
const stoneWall: Joins = (_, beside, isWhole) => {
  const above = beside('up');
  const isCovered = (side: string): boolean => {
    if (isNamed(above, wall) || isNamed(above, /_fence$/) || isNamed(above, bars)) {
      return !['none', 'false'].includes(above?.properties[side] ?? '');
    }
    return isWhole('up') || isNamed(above, /_carpet$/) || isGateAcross(above, side);
  };
  const ways = across.map((side): [string, string] => {
    const other = beside(side);
    const isJoined = isWhole(side) || isNamed(other, wall) || isNamed(other, bars) || isGateAcross(other, side);
    return [side, isJoined ? (isCovered(side) ? 'tall' : 'low') : 'none'];
  });
  const { north, south, west, east } = Object.fromEntries(ways);
  const isEnd =
    isOpen(north) !== isOpen(south) || isOpen(west) !== isOpen(east) || ways.every(([, way]) => isOpen(way));
  const isTall = (north === 'tall' && south === 'tall') || (west === 'tall' && east === 'tall');
  const isBelow = isNamed(above, posted) || above?.kind.boundingBox === 'block';
  const isBelowPost = isNamed(above, wall) && above?.properties['up'] === 'true';
  return { ...Object.fromEntries(ways), up: String(isEnd || isBelowPost || (!isTall && isBelow)) };
};

const gate: Joins = ({ properties: { facing = '' } }, beside) => {
  const right = clockwise[facing] ?? '';
  return { in_wall: String([right, opposite(right)].some((side) => isNamed(beside(side), wall))) };
};

/** Stairs turn a corner to others, before them or behind, unless they go on beside themselves. */
const stairs: Joins = ({ properties: { facing = '', half } }, beside) => {
  const turnOf = (side: string): string | null => {
    const other = beside(side);
    if (!isNamed(other, stair) || other?.properties['half'] !== half) return null;
    const { facing: turned = '' } = other?.properties ?? {};
    if (turned === facing || turned === opposite(facing)) return null;
    const next = beside(side === facing ? opposite(turned) : turned);
    const goesOn = isNamed(next, stair) && next?.properties['facing'] === facing && next.properties['half'] === half;
    return goesOn ? null : clockwise[turned] === facing ? 'left' : 'right';
  };
  const [outer, inner] = [turnOf(facing), turnOf(opposite(facing))];
  return { shape: outer ? `outer_${outer}` : inner ? `inner_${inner}` : 'straight' };
};

const kinds: readonly (readonly [RegExp, Joins])[] = [
  [/_fence$/, fence],
  [wall, stoneWall],
  [bars, pane],
  [/_fence_gate$/, gate],
  [stair, stairs],
];

function eachWay(isJoined: (side: string) => boolean): Properties {
  return Object.fromEntries(across.map((side) => [side, String(isJoined(side))]));
}

/** Whether its form depends on what is beside it. */
export function joins({ kind }: PlacedBlock): boolean {
  return kinds.some(([names]) => names.test(kind.name));
}

/** The state of a block that would be there, joined to its neighbours. */
export function joined(game: Pick<Game, 'world' | 'squid'>, at: Vec3, block: PlacedBlock): number {
  const [, join] = kinds.find(([names]) => names.test(block.kind.name)) ?? [];
  const placeAt = (side: string): Vec3 => at.plus(directions[side] ?? at);
  const beside: Beside = (side) => blockAt(game, placeAt(side));
  const isWhole = (side: string): boolean => {
    const other = beside(side);
    if (!other || isNamed(other, loose)) return false;
    const traits = lightTraits(game.squid.registry)(stateWith(other, {}));
    return closes(traits, opposite(side)) || filter(traits) === 15 || isNamed(other, clear);
  };
  return stateWith(block, join?.(block, beside, isWhole) ?? {});
}

/** Something beside a block that joins has changed. */
export function join(game: Game, at: Vec3): void {
  const block = blockAt(game, at);
  const state = block && joined(game, at, block);
  if (state !== null && state !== game.world.blockStateAt(at)) setBlock(game, at, state);
}
