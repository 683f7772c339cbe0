import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { sides } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { comeOff } from './plants.ts';

/** So far from every log leaves fall off. */
const loose = 7;
const latestTicks = 6000;

/** Whether leaves are attached to a log. Those placed too far from any log stay, as earlier releases allowed building with them. */
export function hangs(block: PlacedBlock): boolean {
  return isNatural(block) && block.properties['distance'] !== String(loose);
}

/** Leaves that have lost their log, and fall off when it is their turn. */
export function isLoose(block: PlacedBlock): boolean {
  return isNatural(block) && !hangs(block);
}

function isNatural({ kind, properties }: PlacedBlock): boolean {
  return kind.name.endsWith('_leaves') && properties['persistent'] === 'false';
}

/** Something beside leaves has changed, or it is their turn to fall. Source: the game's LeavesBlock (1.16.5) */
export function wilt(game: Game, at: Vec3): void {
  const block = blockAt(game, at);
  if (!block || !isNatural(block)) return;
  const nearest = Math.min(...sides.map((side) => fromLog(blockAt(game, at.plus(side)))));
  const distance = Math.min(loose, nearest + 1);
  if (distance === loose && isLoose(block)) return comeOff(game, at, block);
  if (String(distance) !== block.properties['distance']) {
    setBlock(game, at, stateWith(block, { distance: String(distance) }));
  }
  if (distance === loose) game.blockTicks.wait(at, ticksToChance(Number(game.rules.get('randomTickSpeed'))));
}

function fromLog(block: PlacedBlock | null): number {
  if (/_(log|wood)$/.test(block?.kind.name ?? '')) return 0;
  return block?.kind.name.endsWith('_leaves') ? Number(block.properties['distance']) : loose;
}

/** As many ticks as random picking would take to hit one given block of a section. */
function ticksToChance(speed: number): number {
  return Math.min(latestTicks, Math.ceil((-Math.log(1 - Math.random()) * 4096) / Math.max(0, speed)));
}
