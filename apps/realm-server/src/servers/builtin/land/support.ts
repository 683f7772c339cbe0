import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import { blockAt, type PlacedBlock } from './block-state.ts';
import { directions, opposite } from './sides.ts';

/** What blocks are fastened to, and fall off without. Source: the game's blocks (1.16.5), canSurvive */

const onWall = /(^|_)wall_torch$|_wall_(sign|banner)$|^(ladder|tripwire_hook)$/;
const onFloor = /^(redstone_wire|repeater|comparator|snow)$|(rail|torch|_sign|_banner|_carpet|_pressure_plate)$/;
const turned = /^lever$|_button$/;

/** The side on which a block is fastened to another; null if it is not. */
export function hold({ kind: { name }, properties: { face, half, hanging, facing = '' } }: PlacedBlock): string | null {
  if (turned.test(name)) return face === 'floor' ? 'down' : face === 'ceiling' ? 'up' : opposite(facing);
  if (onWall.test(name)) return opposite(facing);
  if (name.endsWith('lantern') && hanging !== undefined) return hanging === 'true' ? 'up' : 'down';
  if (name.endsWith('_door')) return half === 'lower' ? 'down' : null;
  return onFloor.test(name) ? 'down' : null;
}

/** Whether the block that it is fastened to is there. */
export function isHeld(game: Game, at: Vec3, block: PlacedBlock): boolean {
  const direction = directions[hold(block) ?? ''];
  if (!direction) return true;
  const support = blockAt(game, at.plus(direction))?.kind;
  if (block.kind.name.endsWith('_carpet')) return support !== undefined && !/(^|_)air$/.test(support.name);
  return support?.boundingBox === 'block';
}
