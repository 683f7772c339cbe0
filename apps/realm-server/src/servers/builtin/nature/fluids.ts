import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { fluidOf, source, type Fluid } from '../land/fluid.ts';
import { horizontal, sides } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { leave } from '../survival/digging/breaking.ts';

type Land = Pick<Game, 'world' | 'squid'>;

const [down, up] = sides as [Vec3, Vec3];
/** How much the level drops per block, and how far it looks for a way down. */
const loses = { water: 1, lava: 2 };
const sees = { water: 4, lava: 2 };
/** Blocks without collision that a liquid does not wash away. */
const tight =
  /_(sign|portal|banner|pressure_plate)$|^(sugar_cane|end_gateway|structure_void|(tall_)?seagrass|kelp(_plant)?|bubble_column)$/;
const far = 1000;

/** Lava that has water beside or above it hardens. */
export function touchesWater(land: Land, at: Vec3): boolean {
  return [up, ...horizontal].some((side) => fluidAt(land, at.plus(side))?.kind === 'water');
}

/** One step of the liquid in a block: it hardens, rises, sinks, dries, or flows on. */
export function flow(game: Game, at: Vec3): void {
  const fluid = fluidAt(game, at);
  if (!fluid) return;
  const { kind, isSource } = fluid;
  if (kind === 'lava' && touchesWater(game, at)) return put(game, at, isSource ? 'obsidian' : 'cobblestone');
  const now = isSource ? fluid : arriving(game, at, kind);
  if (!now) return setBlock(game, at, 0);
  if (stateOf(game, now) !== stateOf(game, fluid)) setBlock(game, at, stateOf(game, now));
  const below = at.plus(down);
  if (canEnter(game, below, kind, true)) {
    enter(game, below, kind);
    if (besides(game, at, kind).filter((beside) => beside.isSource).length < 3) return;
  } else if (!now.isSource && isHole(game, below, kind)) return;
  if (!now.isFalling && now.amount <= loses[kind]) return;
  for (const to of waysFrom(game, at, kind)) if (canEnter(game, to, kind, false)) enter(game, to, kind);
}

/** Whether a liquid can replace this block: air, and what it washes away. */
export function canHold(block: PlacedBlock | null): boolean {
  return block?.kind.boundingBox === 'empty' && !tight.test(block.kind.name) && !('waterlogged' in block.properties);
}

/** The liquid that flows into a place from around it. */
function arriving(land: Land, at: Vec3, kind: Fluid['kind']): Fluid | null {
  const beside = besides(land, at, kind);
  if (kind === 'water' && beside.filter(({ isSource }) => isSource).length >= 2) {
    const below = blockAt(land, at.plus(down));
    const fluid = fluidOf(below);
    if (below?.kind.boundingBox === 'block' || (fluid?.kind === 'water' && fluid.isSource)) return { kind, ...source };
  }
  if (fluidAt(land, at.plus(up))?.kind === kind) return { kind, amount: 8, isSource: false, isFalling: true };
  const amount = Math.max(0, ...beside.map((one) => one.amount)) - loses[kind];
  return amount > 0 ? { kind, amount, isSource: false, isFalling: false } : null;
}

/** Puts a bucket's liquid there: what it takes the place of is broken. */
export function pour(game: Game, at: Vec3, state: number): void {
  const before = blockAt(game, at);
  setBlock(game, at, state);
  if (canHold(before) && before && !fluidOf(before)) leave(game, at, before, null);
}

/** Flows into a block without any, and washes away what was there; lava burns it. */
function enter(game: Game, to: Vec3, kind: Fluid['kind']): void {
  const before = blockAt(game, to);
  // From above, which hardens it.
  if (kind === 'lava' && fluidOf(before)) return put(game, to, 'stone');
  const fluid = arriving(game, to, kind);
  if (!fluid) return;
  setBlock(game, to, stateOf(game, fluid));
  if (before && kind === 'water' && !fluidOf(before)) leave(game, to, before, null);
}

function canEnter(land: Land, to: Vec3, kind: Fluid['kind'], isFromAbove: boolean): boolean {
  const block = blockAt(land, to);
  const there = fluidOf(block);
  // Lava below or beside water hardens by itself.
  const isFree = !there || (there.kind === 'water' && kind === 'lava' && isFromAbove);
  return to.y >= 0 && isFree && canHold(block);
}

/** Where it flows: to the nearest edges that it can fall from, or everywhere. */
function waysFrom(land: Land, at: Vec3, kind: Fluid['kind']): Vec3[] {
  const known = new Map<string, 'closed' | 'open' | 'hole'>();
  const lookAt = (to: Vec3): 'closed' | 'open' | 'hole' => {
    const key = to.toString();
    let found = known.get(key);
    if (!found) {
      const block = blockAt(land, to);
      const fluid = fluidOf(block);
      const isClosed = !canHold(block) || (fluid?.kind === kind && fluid.isSource);
      found = isClosed ? 'closed' : isHole(land, to.plus(down), kind) ? 'hole' : 'open';
      known.set(key, found);
    }
    return found;
  };
  const distance = (from: Vec3, steps: number): number => {
    const here = lookAt(from);
    if (here !== 'open') return here === 'hole' ? steps : far;
    if (steps === sees[kind]) return far;
    return Math.min(...horizontal.map((side) => distance(from.plus(side), steps + 1)));
  };
  const ways = horizontal.map((side) => at.plus(side)).filter((to) => lookAt(to) !== 'closed');
  const distances = ways.map((to) => distance(to, 0));
  const nearest = Math.min(...distances);
  return ways.filter((_, n) => distances[n] === nearest);
}

function isHole(land: Land, below: Vec3, kind: Fluid['kind']): boolean {
  const block = blockAt(land, below);
  return below.y >= 0 && (fluidOf(block)?.kind === kind || canHold(block));
}

function besides(land: Land, at: Vec3, kind: Fluid['kind']): Fluid[] {
  return horizontal.flatMap((side) => fluidAt(land, at.plus(side)) ?? []).filter((fluid) => fluid.kind === kind);
}

function fluidAt(land: Land, at: Vec3): Fluid | null {
  return fluidOf(blockAt(land, at));
}

/** Of a liquid that is not in another block. */
function stateOf({ squid: { registry } }: Land, { kind, amount, isSource, isFalling }: Fluid): number {
  const level = isSource ? 0 : isFalling ? 8 : 8 - amount;
  const block = registry.blocksByName[kind];
  return block ? stateWith({ kind: block, properties: {} }, { level: String(level) }) : 0;
}

function put(land: Land, at: Vec3, name: string): void {
  setBlock(land, at, land.squid.registry.blocksByName[name]?.defaultState ?? 0);
}
