import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import type { Game } from '../rules/game.ts';

/** Something small that falls. Blocks a tick. */
export interface Moving {
  position: Vec3;
  velocity: Vec3;
  isResting: boolean;
}

type Land = Pick<Game, 'world' | 'squid'>;

const gravity = 0.04;
const airDrag = 0.98;
const groundDrag = 0.6 * airDrag;
const waterDrag = 0.99;
/** How fast things rise in water at most, and how much faster each tick. */
const rising = { most: 0.06, more: 0.0005 };
const halfWidth = 0.125;
const height = 0.25;
/** Slower than this is at rest, by the square. */
const restSpeed = 0.0001;
const bottom = -64;

/** Whether it has fallen out of the world, or burns where it is. */
export function isGone(land: Land, { position }: Moving): boolean {
  if (position.y < bottom) return true;
  const name = blockAt(land, position)?.kind.name ?? '';
  return name === 'lava' || name === 'fire' || name === 'soul_fire';
}

/** One tick of falling, drifting and coming to rest. Source: the game's own of items (1.16.5); boxes of blocks are as wide as the block here */
export function drift(land: Land, moving: Moving): void {
  const { position, velocity } = moving;
  if (topIn(land, position) > position.y + 0.01) {
    // A block was placed there.
    moving.position = new Vec3(position.x, Math.floor(position.y) + 1, position.z);
    return;
  }
  const isInWater = blockAt(land, position)?.kind.name === 'water';
  if (!isInWater) velocity.y -= gravity;
  else if (velocity.y < rising.most) velocity.y += rising.more;
  const to = position.clone();
  to.x = stepped(land, position, velocity.x, 'x');
  to.z = stepped(land, new Vec3(to.x, position.y, position.z), velocity.z, 'z');
  if (to.x === position.x) velocity.x = 0;
  if (to.z === position.z) velocity.z = 0;
  const floor = floorBelow(land, to, velocity.y);
  const hasLanded = velocity.y <= 0 && to.y + velocity.y <= floor;
  to.y = hasLanded ? floor : to.y + velocity.y;
  if (velocity.y > 0 && topIn(land, to.offset(0, height, 0)) > to.y) {
    to.y = position.y;
    velocity.y = 0;
  }
  moving.position = to;
  const drag = isInWater ? waterDrag : hasLanded ? groundDrag : airDrag;
  velocity.x *= drag;
  velocity.z *= drag;
  velocity.y = hasLanded ? 0 : velocity.y * airDrag;
  moving.isResting = hasLanded && velocity.x ** 2 + velocity.z ** 2 < restSpeed;
  if (moving.isResting) velocity.set(0, 0, 0);
}

/** As far along one axis as nothing is in the way. */
function stepped(land: Land, from: Vec3, by: number, axis: 'x' | 'z'): number {
  const ahead = from.clone();
  ahead[axis] += by + Math.sign(by) * halfWidth;
  return by !== 0 && topIn(land, ahead) > from.y + 0.01 ? from[axis] : from[axis] + by;
}

/** The highest ground under something that falls so far; far below where there is none. */
function floorBelow(land: Land, { x, y, z }: Vec3, fall: number): number {
  let floor = Number.NEGATIVE_INFINITY;
  for (let under = Math.floor(y); under >= Math.floor(y + fall - 0.01); under -= 1) {
    const top = topIn(land, new Vec3(x, under, z));
    if (top <= y + 0.01) floor = Math.max(floor, top);
  }
  return floor;
}

/** Where the solid part of the block at this place ends; far below for none. */
function topIn(land: Land, at: Vec3): number {
  const height = solidHeight(blockAt(land, at));
  return height === 0 ? Number.NEGATIVE_INFINITY : Math.floor(at.y) + Math.min(1, height);
}
