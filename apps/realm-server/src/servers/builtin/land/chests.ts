import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import { directions } from './sides.ts';
import { blockAt, type PlacedBlock, stateWith } from './block-state.ts';
import { setBlock } from './building.ts';
import type { Container } from './container.ts';

/** Each to the right of the one before, as seen from above. */
const clockwise = ['north', 'east', 'south', 'west'];
const opposite: Record<string, string | undefined> = { left: 'right', right: 'left' };

type Land = Pick<Game, 'world' | 'squid'>;

/** The other half of a double chest; null for a single one. */
export function otherHalf(
  land: Land,
  at: Vec3,
  { kind, properties }: PlacedBlock,
): { at: Vec3; block: PlacedBlock } | null {
  const { type = '', facing = '' } = properties;
  const wanted = opposite[type];
  const direction =
    wanted && kind.name.endsWith('chest') ? directions[turned(facing, type === 'left' ? 1 : 3)] : undefined;
  const otherAt = direction && at.plus(direction);
  const other = otherAt && blockAt(land, otherAt);
  const isPair = other?.kind === kind && other.properties['facing'] === facing && other.properties['type'] === wanted;
  return otherAt && isPair ? { at: otherAt, block: other } : null;
}

/** A block that holds items. */
export interface Part {
  at: Vec3;
  block: PlacedBlock;
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
export function halfBeside(
  land: Land,
  at: Vec3,
  kind: PlacedBlock['kind'],
  facing: string,
): 'left' | 'right' | 'single' {
  for (const [half, quarters] of [
    ['left', 1],
    ['right', 3],
  ] as const) {
    const direction = directions[turned(facing, quarters)];
    const beside = direction && blockAt(land, at.plus(direction));
    if (beside?.kind !== kind) continue;
    if (beside.properties['type'] === 'single' && beside.properties['facing'] === facing) return half;
  }
  return 'single';
}

/** Makes the chest beside a new half the other half. */
export function join(land: Land, at: Vec3, { kind, properties }: PlacedBlock): void {
  const { type = '', facing = '' } = properties;
  const half = opposite[type];
  if (half === undefined) return;
  const direction = directions[turned(facing, type === 'left' ? 1 : 3)];
  const beside = direction && blockAt(land, at.plus(direction));
  if (direction && beside?.kind === kind) setBlock(land, at.plus(direction), stateWith(beside, { type: half }));
}

function turned(facing: string, quarters: number): string {
  return clockwise[(clockwise.indexOf(facing) + quarters) % clockwise.length] ?? facing;
}
