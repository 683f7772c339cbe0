import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import { clockwise, directions, opposite } from './sides.ts';
import { blockAt, type PlacedBlock, stateWith } from './block-state.ts';
import { setBlock } from './building.ts';
import type { Container } from './container.ts';

type Half = 'left' | 'right';
const otherOf: Record<string, Half | undefined> = { left: 'right', right: 'left' };

type Land = Pick<Game, 'world' | 'squid'>;

interface Placed {
  at: Vec3;
  block: PlacedBlock;
}

/** The block where the other half of a double chest belongs, when this half is here. */
function beside(land: Land, at: Vec3, half: string, facing: string): Placed | null {
  const fromLeft = clockwise[facing] ?? '';
  const direction = directions[half === 'left' ? fromLeft : opposite(fromLeft)];
  const otherAt = direction && at.plus(direction);
  const block = otherAt && blockAt(land, otherAt);
  return otherAt && block ? { at: otherAt, block } : null;
}

/** The other half of a double chest; null for a single one. */
export function otherHalf(land: Land, at: Vec3, { kind, properties }: PlacedBlock): Placed | null {
  const { type = '', facing = '' } = properties;
  const wanted = otherOf[type];
  const other = wanted && beside(land, at, type, facing);
  if (!other || other.block.kind !== kind) return null;
  const { facing: faced, type: half } = other.block.properties;
  return faced === facing && half === wanted ? other : null;
}

/** A block that holds items. */
export interface Part extends Placed {
  container: Container;
}

/** What holds items here: a double chest is two, the right half's first. None for any other block. */
export function partsAt(land: Land, at: Vec3): Part[] {
  const block = blockAt(land, at);
  const container = block && land.world.container(at);
  if (!container) return [];
  const other = otherHalf(land, at, block);
  const second = other && land.world.container(other.at);
  const parts = [{ at, block, container }, ...(second ? [{ ...other, container: second }] : [])];
  return block.properties['type'] === 'left' ? parts.toReversed() : parts;
}

/** Which half a chest becomes when placed here with this facing, beside a single one. Source: the game's ChestBlock (1.16.5) */
export function halfBeside(land: Land, at: Vec3, kind: PlacedBlock['kind'], facing: string): Half | 'single' {
  const halves = ['left', 'right'] as const;
  const found = halves.find((half) => {
    const block = beside(land, at, half, facing)?.block;
    return block?.kind === kind && block.properties['type'] === 'single' && block.properties['facing'] === facing;
  });
  return found ?? 'single';
}

/** Makes the chest beside a new half the other half. */
export function join(land: Land, at: Vec3, { kind, properties }: PlacedBlock): void {
  const { type = '', facing = '' } = properties;
  const half = otherOf[type];
  const other = half && beside(land, at, type, facing);
  if (other && other.block.kind === kind) setBlock(land, other.at, stateWith(other.block, { type: half }));
}
