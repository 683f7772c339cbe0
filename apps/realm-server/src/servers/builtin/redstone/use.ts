import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change, mayBuild } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import type { Game } from '../rules/game.ts';
import { isBuilding } from '../windows/open-windows.ts';
import { isCommandBlock } from './command-blocks.ts';
import { play } from './parts.ts';

/** Ticks that a button stays in. */
const pressed = { wood: 30, stone: 20 };
const isStone = /^(stone|polished_blackstone)_button$/;

/** Packet block_place: works what the player has clicked, unless they crouch. @returns false for what cannot be worked */
export function useRedstone({ game, player, at, block, hand }: Click): boolean {
  if (isBuilding(player) || hand !== 0) return false;
  const { properties } = block;
  const { name } = block.kind;
  if (isCommandBlock(block)) return game.commandBlocks.open(player, at);
  const isGate = /_(door|trapdoor|fence_gate)$/.test(name) && !name.startsWith('iron_');
  if (isGate || name === 'lever' || name.endsWith('_button')) {
    work(game, at, block, isGate ? 'open' : 'powered');
    return true;
  }
  const next = ((): Record<string, string> | null => {
    if (name === 'repeater') return { delay: String((Number(properties['delay']) % 4) + 1) };
    if (name === 'comparator') return { mode: properties['mode'] === 'compare' ? 'subtract' : 'compare' };
    if (name === 'daylight_detector') return { inverted: String(properties['inverted'] === 'false') };
    return name === 'note_block' ? { note: String((Number(properties['note']) + 1) % 25) } : null;
  })();
  if (next && mayBuild(game, player, at)) {
    change(game, at, block, next);
    if (name === 'note_block') play(game, at, block);
  }
  return next !== null;
}

function work(game: Game, at: Vec3, block: PlacedBlock, property: string): void {
  const isButton = block.kind.name.endsWith('_button');
  const isOn = block.properties[property] === 'true';
  if (isButton && isOn) return;
  const next = { [property]: String(!isOn) };
  change(game, at, block, next);
  if (isButton) game.blockTicks.wait(at, isStone.test(block.kind.name) ? pressed.stone : pressed.wood);
  const { half } = block.properties;
  const otherAt = at.offset(0, half === 'upper' ? -1 : 1, 0);
  const other = half === 'upper' || half === 'lower' ? blockAt(game, otherAt) : null;
  if (other?.kind === block.kind) change(game, otherAt, other, next);
}
