import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change, mayBuild } from '../land/building.ts';
import { positionNear } from '../players/near.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { buildRefusal } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { mayOpen } from '../windows/open-windows.ts';
import { isCommandBlock } from './command-blocks.ts';
import { play } from './parts.ts';

/** Ticks that a button stays in. */
const pressed = { wood: 30, stone: 20 };
const isStone = /^(stone|polished_blackstone)_button$/;

/** Packet block_place: works what the player has clicked, unless they crouch. @returns false for what cannot be worked */
export function useRedstone(game: Game, player: Player, packet: Record<string, unknown>): boolean {
  const at = positionNear(player, packet['location']);
  const block = at && mayOpen(player, at) && packet['hand'] === 0 ? blockAt(game, at) : null;
  if (!at || !block) return false;
  const { properties } = block;
  const { name } = block.kind;
  if (isCommandBlock(block)) return game.commandBlocks.open(player, at);
  const isGate = /_(door|trapdoor|fence_gate)$/.test(name) && !name.startsWith('iron_');
  if (isGate || name === 'lever' || name.endsWith('_button')) {
    if (mayUse(game, player, at)) work(game, at, block, isGate ? 'open' : 'powered');
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

/** Levers, doors and the like may also be used by players who may not build, but not within the spawn protection. */
export function mayUse(game: Game, player: Player, at: Vec3): boolean {
  const hasPowers = game.access.hasPowers(player.account);
  const refusal = buildRefusal(game, at, { gameMode: 'SURVIVAL', hasPowers });
  return player.gameMode !== gameModeNumber.SPECTATOR && refusal === null;
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
