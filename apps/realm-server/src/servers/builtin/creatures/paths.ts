import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import { fluidOf } from '../land/fluid.ts';
import type { Game } from '../rules/game.ts';

type Land = Pick<Game, 'world' | 'squid'>;

/** A place to stand: the block's column, and the height of the ground there. */
interface Place {
  x: number;
  y: number;
  z: number;
}

interface Step extends Place {
  from: Step | null;
  cost: number;
  guess: number;
}

/** How high a creature climbs, and how far down it jumps. */
const climbs = 1.2;
const drops = 3;
/** What a metre of water costs, against one of land. */
const swimming = 4;
const dangerous = /^(lava|(soul_)?fire|cactus|magma_block|sweet_berry_bush|(soul_)?campfire|wither_rose)$/;
const besides = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((z) => ({ x, z }))).filter(({ x, z }) => x !== 0 || z !== 0);

/**
 * The path for a body of this height from one place to another, or as near as it gets: the centres of the blocks, without the first (A*).
 * @param most places visited
 */
export function findWay(
  land: Land,
  from: Vec3,
  to: Vec3,
  height: number,
  most: number,
): { way: Vec3[]; looked: number } {
  const start: Step = { ...placeOf(from), from: null, cost: 0, guess: 0 };
  const guessOf = ({ x, y, z }: Place): number => Math.hypot(x + 0.5 - to.x, y - to.y, z + 0.5 - to.z);
  start.guess = guessOf(start);
  const open = [start];
  const known = new Map([[keyOf(start), start]]);
  let best = start;
  let looked = 0;
  while (open.length > 0 && looked < most && best.guess > 0.8) {
    const here = takeNearest(open);
    looked += 1;
    if (here.guess < best.guess) best = here;
    for (const beside of besides) {
      const there = placeBeside(land, here, beside, height);
      if (!there) continue;
      const cost = here.cost + Math.hypot(beside.x, beside.z) * there.ease + Math.abs(there.y - here.y) * 0.5;
      const before = known.get(keyOf(there));
      if (before && before.cost <= cost) continue;
      const step: Step = { x: there.x, y: there.y, z: there.z, from: here, cost, guess: guessOf(there) };
      known.set(keyOf(step), step);
      open.push(step);
    }
  }
  const way: Vec3[] = [];
  for (let step: Step | null = best; step?.from; step = step.from)
    way.unshift(new Vec3(step.x + 0.5, step.y, step.z + 0.5));
  return { way, looked };
}

/** Where a creature that comes from a place would stand in the neighbouring column, without cutting corners. Null if it cannot. */
function placeBeside(land: Land, here: Place, { x, z }: { x: number; z: number }, height: number) {
  const there = standing(land, here, x, z, height);
  if (!there || x === 0 || z === 0) return there;
  const [one, other] = [standing(land, here, x, 0, height), standing(land, here, 0, z, height)];
  return one && other && one.y <= here.y && other.y <= here.y ? there : null;
}

function standing(land: Land, here: Place, dx: number, dz: number, height: number): (Place & { ease: number }) | null {
  const [x, z] = [here.x + dx, here.z + dz];
  if (!land.world.isSeen({ x, y: 0, z })) return null;
  const foot = Math.floor(here.y + 0.01);
  for (let y = foot + 1; y >= foot - drops; y -= 1) {
    const block = blockAt(land, { x, y, z });
    if (dangerous.test(block?.kind.name ?? '')) return null;
    const solid = solidHeight(block);
    if (solid === 0 && !fluidOf(block)) continue;
    const ground = y + solid;
    if (ground > here.y + climbs || !isFree(land, x, z, ground, height)) return null;
    return { x, y: ground, z, ease: solid === 0 ? swimming : 1 };
  }
  return null;
}

function isFree(land: Land, x: number, z: number, ground: number, height: number): boolean {
  for (let y = Math.floor(ground + 0.01); y < ground + height; y += 1) {
    if (y + solidHeight(blockAt(land, { x, y, z })) > ground + 0.01 && solidHeight(blockAt(land, { x, y, z })) > 0)
      return false;
  }
  return true;
}

/** Removes and returns the most promising step of a short list. */
function takeNearest(open: Step[]): Step {
  let at = 0;
  open.forEach((step, index) => {
    const best = open[at];
    if (best && step.cost + step.guess < best.cost + best.guess) at = index;
  });
  const [taken] = open.splice(at, 1);
  return taken as Step;
}

function placeOf({ x, y, z }: Vec3): Place {
  return { x: Math.floor(x), y, z: Math.floor(z) };
}

const keyOf = ({ x, y, z }: Place): string => `${x},${Math.round(y * 16)},${z}`;
