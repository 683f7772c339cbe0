import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import { fluidOf } from '../land/fluid.ts';
import type { Game } from '../rules/game.ts';
import { type Creature, sizeOf } from './creature.ts';

type Land = Pick<Game, 'world' | 'squid'>;
interface Size {
  width: number;
  height: number;
}

const gravity = 0.08;
const airDrag = 0.98;
/** The upward push of a jump, of a swimmer below the surface, and of one who climbs ashore. */
const jump = 0.42;
const swim = 0.04;
const ashore = 0.3;
/** Of spiders up a wall. */
const climb = 0.2;
/** The share of the velocity that is left after each tick; the rest is the creature's own movement. */
const grips = { ground: 0.546, air: 0.8, fluid: 0.8 };
const fluidPace = 0.5;
/** How high it steps without a jump, and with one. */
const step = 0.6;
const reach = 1.25;
/** Within this distance it has reached a point of its path. */
const arrived = 0.35;
const atRest = 0.003;
const slightly = 0.001;

/** One tick of a creature's walking, falling, swimming and jumping. Source: the game's LivingEntity (1.16.5), simplified */
export function moveBody(land: Land, creature: Creature): void {
  const { position: from, velocity } = creature;
  const size = sizeOf(creature);
  const fluid = fluidOf(blockAt(land, from.offset(0, 0.1, 0)));
  const will = willOf(creature, fluid ? fluidPace : 1);
  const grip = fluid ? grips.fluid : creature.onGround ? grips.ground : grips.air;
  velocity.x = velocity.x * grip + will.x * (1 - grip);
  velocity.z = velocity.z * grip + will.z * (1 - grip);
  velocity.y -= fluid ? gravity / 4 : gravity;
  if (fluid && fluidOf(blockAt(land, from.offset(0, 0.4, 0)))) velocity.y += swim;
  const isStuck = topWithin(land, from, size) > from.y;
  const to = from.clone();
  let isBlocked = false;
  for (const axis of ['x', 'z'] as const) {
    if (Math.abs(velocity[axis]) < atRest) continue;
    const ahead = to.clone();
    ahead[axis] += velocity[axis];
    const edge = ahead.clone();
    edge[axis] += (Math.sign(velocity[axis]) * size.width) / 2;
    if (!land.world.isSeen(edge)) {
      velocity[axis] = 0;
      continue;
    }
    const top = topWithin(land, ahead, size);
    const raised = new Vec3(ahead.x, top, ahead.z);
    if (top <= to.y || isStuck) to[axis] = ahead[axis];
    else if (creature.onGround && top - to.y <= step && topWithin(land, raised, size) <= top) to.update(raised);
    else {
      isBlocked = true;
      velocity[axis] = 0;
    }
  }
  if (isBlocked && creature.name === 'spider') velocity.y = climb;
  else if (isBlocked && fluid) velocity.y = ashore;
  else if (isBlocked && creature.onGround && canClimb(land, to, will, size)) velocity.y = jump;
  const floor = velocity.y <= 0 ? floorUnder(land, to, size, velocity.y) : Number.NEGATIVE_INFINITY;
  creature.onGround = to.y + velocity.y <= floor;
  const isUnderCeiling = velocity.y > 0 && topWithin(land, to.offset(0, velocity.y, 0), size) > to.y && !isStuck;
  if (creature.onGround) to.y = floor;
  else if (!isUnderCeiling) to.y += velocity.y;
  creature.fallen = fluid ? 0 : creature.fallen + Math.max(0, from.y - to.y);
  velocity.y = creature.onGround || isUnderCeiling ? 0 : velocity.y * (fluid ? grips.fluid : airDrag);
  creature.position = to;
}

/** Whether it is at rest, so that its next tick would change nothing. */
export function isAtRest({ onGround, velocity, walk }: Creature): boolean {
  return onGround && !walk?.way.length && Math.abs(velocity.x) < atRest && Math.abs(velocity.z) < atRest;
}

/** How fast it wants to go where, towards the next point of its way; it turns there. */
function willOf(creature: Creature, share: number): { x: number; z: number } {
  const { walk, position, kind } = creature;
  while (walk?.way[0] && Math.hypot(walk.way[0].x - position.x, walk.way[0].z - position.z) < arrived) walk.way.shift();
  const next = walk?.way[0];
  if (!walk || !next) return { x: 0, z: 0 };
  const [x, z] = [next.x - position.x, next.z - position.z];
  const far = Math.hypot(x, z);
  const pace = kind.pace * walk.haste ** 2 * share;
  creature.yaw = (Math.atan2(-x, z) * 128) / Math.PI;
  return { x: (x / far) * pace, z: (z / far) * pace };
}

function canClimb(land: Land, from: Vec3, will: { x: number; z: number }, size: Size): boolean {
  const length = Math.hypot(will.x, will.z);
  if (length === 0) return false;
  const ahead = from.offset((will.x / length) * step, 0, (will.z / length) * step);
  const top = topWithin(land, ahead, size);
  return top > from.y && top - from.y <= reach && topWithin(land, new Vec3(from.x, top, from.z), size) <= top;
}

/** Where the highest solid part ends of the blocks that a body at a place reaches into; its feet where there is none. */
export function topWithin(land: Land, at: Vec3, size: Size): number {
  let top = at.y;
  eachBlock(at, size, Math.floor(at.y) - 1, Math.ceil(at.y + size.height - slightly) - 1, (block) => {
    const height = solidHeight(blockAt(land, block));
    if (height > 0 && block.y + height > at.y + slightly) top = Math.max(top, block.y + height);
  });
  return top;
}

/** The highest ground under a body that falls so far; far below where there is none. */
export function floorUnder(land: Land, at: Vec3, size: Size, fall: number): number {
  let floor = Number.NEGATIVE_INFINITY;
  eachBlock(at, size, Math.floor(at.y + fall) - 1, Math.floor(at.y), (block) => {
    const height = solidHeight(blockAt(land, block));
    const top = block.y + height;
    if (height > 0 && top <= at.y + slightly && top > floor) floor = top;
  });
  return floor;
}

function eachBlock(at: Vec3, { width }: Size, low: number, high: number, visit: (block: Vec3) => void): void {
  const half = width / 2 - slightly;
  const block = new Vec3(0, 0, 0);
  for (let x = Math.floor(at.x - half); x <= Math.floor(at.x + half); x += 1) {
    for (let z = Math.floor(at.z - half); z <= Math.floor(at.z + half); z += 1) {
      for (let y = low; y <= high; y += 1) visit(block.set(x, y, z));
    }
  }
}
