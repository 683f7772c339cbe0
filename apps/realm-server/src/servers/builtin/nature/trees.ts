import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlocks } from '../land/set-blocks.ts';
import { horizontal, sides } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { isProtected } from '../rules/place.ts';

/** The places of a tree, from the sapling. */
interface Shape {
  logs: Vec3[];
  leaves: Vec3[];
}

/** Leaves farther from the trunk than this fall off. */
const farthestLeaf = 6;
const gives = /^(air|cave_air|(tall_)?grass|(large_)?fern|vine)$|_(leaves|sapling)$/;
const ground = /^(grass_block|podzol|farmland|mycelium)$/;

const upTo = (most: number): number => Math.floor(Math.random() * (most + 1));

const shapes: Record<string, () => Shape> = {
  oak: () => round(4 + upTo(2)),
  birch: () => round(5 + upTo(2)),
  jungle: () => round(4 + upTo(8)),
  spruce: cone,
  acacia: bent,
  dark_oak: broad,
};

/** A sapling becomes a tree, if there is room. Source: the game's trunk and foliage placers (1.16.5); large trees of spruce and jungle are missing */
export function growTree(game: Game, at: Vec3, kind: string): void {
  const { registry } = game.squid;
  const [log, leaf] = ['log', 'leaves'].map((part) => registry.blocksByName[`${kind}_${part}`]);
  const root = kind === 'dark_oak' ? squareOf(game, at, `${kind}_sapling`) : at;
  const shape = shapes[kind]?.();
  if (!log || !leaf || !root || !shape) return;
  const isFree = (place: Vec3): boolean => gives.test(blockAt(game, place)?.kind.name ?? '');
  const isOut = (place: Vec3): boolean => place.y > 255 || (isProtected(game, place) && !isProtected(game, at));
  const logs = shape.logs.map((place) => place.plus(root));
  if (!logs.every((place) => isFree(place) && !isOut(place))) return;
  const leaves = shape.leaves.map((place) => place.plus(root)).filter((place) => isFree(place) && !isOut(place));
  const plain: PlacedBlock = { kind: leaf, properties: { persistent: 'false' } };
  const under = logs.map((place) => place.offset(0, -1, 0)).filter((place) => ground.test(nameAt(game, place)));
  setBlocks(game, [
    ...under.map((place) => [place, registry.blocksByName['dirt']?.defaultState ?? 0] as const),
    ...distances(logs, leaves).map(
      ([place, distance]) => [place, stateWith(plain, { distance: String(distance) })] as const,
    ),
    ...logs.map((place) => [place, stateWith({ kind: log, properties: { axis: 'y' } }, {})] as const),
  ]);
}

/** How far each leaf is from the trunk; those that are too far are left out. */
function distances(logs: readonly Vec3[], leaves: readonly Vec3[]): [Vec3, number][] {
  const known = new Set(logs.map(String));
  const left = new Map(leaves.filter((place) => !known.has(String(place))).map((place) => [String(place), place]));
  const found: [Vec3, number][] = [];
  let edge = logs;
  for (let distance = 1; distance <= farthestLeaf; distance += 1) {
    const next = edge.flatMap((place) => sides.map((side) => place.plus(side)));
    edge = next.filter((place) => left.delete(String(place)));
    for (const place of edge) found.push([place, distance]);
  }
  return found;
}

/** The corner with the least x and z of a square of four saplings; null for none. */
function squareOf(game: Game, at: Vec3, name: string): Vec3 | null {
  const corners = [-1, 0].flatMap((dx) => [-1, 0].map((dz) => at.offset(dx, 0, dz)));
  const isWhole = (corner: Vec3): boolean => square(corner).every((place) => nameAt(game, place) === name);
  return corners.find(isWhole) ?? null;
}

function square(corner: Vec3): Vec3[] {
  return [0, 1].flatMap((dx) => [0, 1].map((dz) => corner.offset(dx, 0, dz)));
}

function nameAt(game: Game, at: Vec3): string {
  return blockAt(game, at)?.kind.name ?? '';
}

function trunk(height: number): Vec3[] {
  return Array.from({ length: height }, (_, y) => new Vec3(0, y, 0));
}

/** @param isCorner whether those of its four corners are left out that it says */
function layer(middle: Vec3, radius: number, isCorner: () => boolean = () => true): Vec3[] {
  const places: Vec3[] = [];
  for (let x = -radius; x <= radius; x += 1) {
    for (let z = -radius; z <= radius; z += 1) {
      const isAtCorner = radius > 0 && Math.abs(x) === radius && Math.abs(z) === radius;
      if (!isAtCorner || !isCorner()) places.push(middle.offset(x, 0, z));
    }
  }
  return places;
}

function round(height: number): Shape {
  const radii = [1, 1, 2, 2];
  const leaves = radii.flatMap((radius, down) =>
    layer(new Vec3(0, height - down, 0), radius, () => down === 0 || Math.random() < 0.5),
  );
  return { logs: trunk(height), leaves };
}

function cone(): Shape {
  const height = 5 + upTo(2) + upTo(1);
  const widest = 2 + upTo(1);
  const bare = 1 + upTo(1);
  const leaves: Vec3[] = [];
  let [radius, most, least] = [upTo(1), 1, 0];
  for (let y = height + upTo(2); y >= bare; y -= 1) {
    leaves.push(...layer(new Vec3(0, y, 0), radius));
    if (radius < most) radius += 1;
    else [radius, most, least] = [least, Math.min(most + 1, widest), 1];
  }
  return { logs: trunk(height), leaves };
}

function bent(): Shape {
  const height = 5 + upTo(2) + upTo(2);
  const turnsAt = height - 1 - upTo(3);
  const side = horizontal[upTo(3)] ?? new Vec3(1, 0, 0);
  let steps = 3 - upTo(2);
  let top = new Vec3(0, 0, 0);
  const logs: Vec3[] = [];
  for (let y = 0; y < height; y += 1) {
    const isAside = y >= turnsAt && (steps -= 1) >= 0;
    top = top.plus(isAside ? side : new Vec3(0, 0, 0));
    logs.push((top = new Vec3(top.x, y, top.z)));
  }
  return { logs, leaves: [...layer(top, 3), ...layer(top.offset(0, 1, 0), 2)] };
}

function broad(): Shape {
  const height = 6 + upTo(2) + upTo(1);
  const logs = trunk(height).flatMap(square);
  const leaves = [2, 3, 2].flatMap((radius, n) =>
    square(new Vec3(0, height - 2 + n, 0)).flatMap((at) => layer(at, radius)),
  );
  return { logs, leaves };
}
