import { Vec3 } from 'vec3';
import { statesOf } from '../../../world-format/block-column.ts';
import { refusalOf } from '../land/building.ts';
import { safeSpawn } from '../players/movement.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { overbuild } from '../survival/digging/breaking.ts';
import { type Axis, axisAt, cornerOf, fillPortal } from './frames.ts';
import { dimensionKinds } from './kinds.ts';
import { goTo } from './travel.ts';

/** How far from where it leads a portal may be. Source: https://minecraft.wiki/w/Nether_portal (Java Edition 1.16.2) */
const within = { overworld: 128, nether: 16, end: 0 };
/** So far around it is looked for room to make one. */
const roomWithin = 8;
/** From the border. */
const margin = 20;
/** Between bedrock and bedrock; and where there is no room anywhere. */
const heights = { overworld: [5, 245], nether: [5, 118], end: [5, 245] } as const;
const leastBuiltAt = 70;
/** A frame that is made, from the lowest block inside. */
const size = { along: [-1, 2], up: [-1, 3] } as const;

/** Takes a player through a portal of which one block is at `at`. */
export function passThrough(game: Game, player: Player, at: Vec3, axis: Axis): void {
  const { dimensions, portalPlaces, world } = game;
  const there = dimensions.of(world.dimension === 'nether' ? 'overworld' : 'nether');
  portalPlaces.add(world.dimension, cornerOf(game, at, axis));
  const target = targetIn(there, at, dimensionKinds[world.dimension].scale);
  const portal = findPortal(there, target) ?? makePortal(there, player, target);
  // Where no portal may be built they arrive without one.
  if (!portal) return goTo(there, player, safeSpawn(there));
  portalPlaces.add(there.world.dimension, portal);
  goTo(there, player, axisAt(there, portal) === 'x' ? portal.offset(1, 0, 0.5) : portal.offset(0.5, 0, 1));
}

/** Where a place is in another dimension, inside its border. */
function targetIn({ world, settings, centre }: Game, { x, y, z }: Vec3, scale: number): Vec3 {
  const ratio = scale / dimensionKinds[world.dimension].scale;
  const half = Math.max(0, settings.borderDiameter / 2 - margin);
  const inside = (value: number, middle: number): number =>
    Math.floor(Math.max(middle - half, Math.min(middle + half, value * ratio)));
  return new Vec3(inside(x, centre.x), y, inside(z, centre.z));
}

function findPortal(game: Game, target: Vec3): Vec3 | null {
  const { dimension } = game.world;
  for (const at of game.portalPlaces.near(dimension, target, within[dimension])) {
    if (axisAt(game, at)) return at;
    game.portalPlaces.remove(dimension, at);
  }
  return unknownPortal(game, target);
}

/** A portal that nobody has used on this server, in the chunks around: land may come from other servers. */
function unknownPortal(game: Game, { x, z }: Vec3): Vec3 | null {
  const kind = game.squid.registry.blocksByName['nether_portal'];
  const isPortal = (state: number): boolean => state === kind?.minStateId || state === kind?.maxStateId;
  const [middleX, middleZ] = [x >> 4, z >> 4];
  for (let chunkX = middleX - 1; chunkX <= middleX + 1; chunkX += 1) {
    for (let chunkZ = middleZ - 1; chunkZ <= middleZ + 1; chunkZ += 1) {
      for (const [y, section] of game.world.column(chunkX, chunkZ).sections.entries()) {
        if (section?.palette?.some(isPortal) === false) continue;
        const index = statesOf(section)?.findIndex(isPortal) ?? -1;
        const at = new Vec3(chunkX * 16 + (index & 15), y * 16 + (index >> 8), chunkZ * 16 + ((index >> 4) & 15));
        const axis = index < 0 ? null : axisAt(game, at);
        if (axis) return cornerOf(game, at, axis);
      }
    }
  }
  return null;
}

/** @returns null where the player may not build */
function makePortal(game: Game, player: Player, target: Vec3): Vec3 | null {
  const [lowest, highest] = heights[game.world.dimension];
  const corners = size.along.flatMap((x) => [-1, 1].map((z) => new Vec3(x, 0, z)));
  const isAllowed = (at: Vec3): boolean =>
    corners.every((corner) => refusalOf(game, player, at.plus(corner), 'SURVIVAL') === null);
  const room = roomNear(game, target, isAllowed);
  const at = room ?? new Vec3(target.x, Math.max(leastBuiltAt, Math.min(highest, target.y), lowest), target.z);
  if (!isAllowed(at)) return null;
  const obsidian = game.squid.registry.blocksByName['obsidian']?.defaultState ?? 0;
  const changes: [Vec3, number][] = [];
  const inside: Vec3[] = [];
  for (let along = size.along[0]; along <= size.along[1]; along += 1) {
    for (let up = size.up[0]; up <= size.up[1]; up += 1) {
      const isInside = along >= 0 && along <= 1 && up >= 0 && up <= 2;
      if (isInside) inside.push(at.offset(along, up, 0));
      changes.push([at.offset(along, up, 0), isInside ? 0 : obsidian]);
      // Something to step on, and room to do so.
      for (const side of room || !isInside ? [] : [-1, 1]) changes.push([at.offset(along, up, side), 0]);
      for (const side of room || up >= 0 ? [] : [-1, 1]) changes.push([at.offset(along, up, side), obsidian]);
    }
  }
  overbuild(game, changes);
  fillPortal(game, inside, 'x');
  return at;
}

/** The nearest place with firm ground for a portal and a step on both sides. */
function roomNear(game: Game, target: Vec3, isAllowed: (at: Vec3) => boolean): Vec3 | null {
  const [lowest, highest] = heights[game.world.dimension];
  const offsets: Vec3[] = [];
  for (let x = -roomWithin; x <= roomWithin; x += 1) {
    for (let z = -roomWithin; z <= roomWithin; z += 1) offsets.push(new Vec3(x, 0, z));
  }
  for (const offset of offsets.sort((one, other) => one.norm() - other.norm())) {
    const column = target.plus(offset);
    if (!isAllowed(column)) continue;
    let best: Vec3 | null = null;
    for (let y = lowest; y <= highest; y += 1) {
      const at = new Vec3(column.x, y, column.z);
      const isNearer = !best || Math.abs(y - target.y) < Math.abs(best.y - target.y);
      if (isNearer && hasRoom(game, at)) best = at;
    }
    if (best) return best;
  }
  return null;
}

function hasRoom({ world, squid: { registry } }: Game, at: Vec3): boolean {
  const isFirm = (x: number, z: number): boolean => {
    const block = registry.blocksByStateId[world.blockStateAt(at.offset(x, -1, z))];
    return block?.boundingBox === 'block' && block.name !== 'bedrock';
  };
  if (!isFirm(0, 0)) return false;
  for (let x = size.along[0]; x <= size.along[1]; x += 1) {
    for (let z = -1; z <= 1; z += 1) {
      if (!isFirm(x, z)) return false;
      for (let y = 0; y <= size.up[1]; y += 1) if (world.blockStateAt(at.offset(x, y, z)) !== 0) return false;
    }
  }
  return true;
}
