import { blockAt, placedBlock, stateWith } from '../land/block-state.ts';
import { isSomebodyIn, mayBuild, refuse, setBlock } from '../land/building.ts';
import { opposite, sideNames } from '../land/sides.ts';
import { isHeld } from '../land/support.ts';
import { yields } from '../nature/falling.ts';
import type { Click } from '../players/click.ts';
import { sidesAhead } from '../players/near.ts';
import { useUp } from '../players/items.ts';
import { worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { isCommandBlock } from './command-blocks.ts';
import { wire } from './power.ts';
import { isRail, joinRail } from './rails.ts';

/** What turns as the player looks and clicks, or is fastened to something. */
const placed =
  /^(redstone|string|tripwire_hook|lever|repeater|comparator|observer|(sticky_)?piston|(redstone_|soul_)?torch|(repeating_|chain_)?command_block|((powered|activator|detector)_)?rail)$|_(button|pressure_plate|door|trapdoor|fence_gate)$/;
const everywhere = { east: 'side', north: 'side', south: 'side', west: 'side' };

/** Packet block_place with a redstone component, a torch, a door or a gate in the hand. @returns false for any other item */
export function placePart({ game, player, at: clicked, block: there, side, beside, item, cursorY }: Click): boolean {
  const { registry } = game.squid;
  if (!item || !placed.test(item.name)) return false;
  const at = yields(there) ? clicked : beside;
  const above = at.offset(0, 1, 0);
  const isDoor = item.name.endsWith('_door');
  const isOnWall = side > 1;
  const laid = { redstone: wire, string: 'tripwire' }[item.name];
  const name = laid ?? (isOnWall ? item.name.replace(/torch$/, 'wall_torch') : item.name);
  const plain = placedBlock(registry, registry.blocksByName[name]?.defaultState ?? -1);
  const half = isOnWall ? cursorY > 0.5 : side === 0;
  const facing = facingOf(name, player, isOnWall ? (sideNames[side] ?? null) : null);
  const state = plain
    ? stateWith(plain, {
        ...(name === wire && everywhere),
        face: isOnWall ? 'wall' : side === 1 ? 'floor' : 'ceiling',
        facing,
        shape: /north|south/.test(facing) ? 'north_south' : 'east_west',
        half: isDoor ? 'lower' : half ? 'top' : 'bottom',
      })
    : 0;
  const block = placedBlock(registry, state);
  const isAllowed = !isCommandBlock(block) || game.access.hasPowers(player.account);
  const isFree =
    isAllowed && yields(blockAt(game, at)) && (!isDoor || (above.y < worldHeight && yields(blockAt(game, above))));
  const isWhole = block?.kind.boundingBox === 'block' && !/(door|gate)$/.test(name);
  const isInTheWay = isWhole && isSomebodyIn(game, at);
  if (!block || !isHeld(game, at, block) || !isFree || isInTheWay || !mayBuild(game, player, at)) {
    refuse(game, player, clicked, at, above);
    return true;
  }
  setBlock(game, at, state);
  if (isRail(block)) joinRail(game, at);
  if (isDoor) setBlock(game, above, stateWith(block, { half: 'upper' }));
  useUp(player);
  return true;
}

/** @param wall the clicked side; null for the top or bottom */
function facingOf(name: string, player: Player, wall: string | null): string {
  const { across, any } = sidesAhead(player);
  if (wall && /(lever|_button|_trapdoor|torch|tripwire_hook)$/.test(name)) return wall;
  if (/^(sticky_)?piston$|command_block$/.test(name)) return opposite(any);
  if (name === 'observer') return any;
  return /^(repeater|comparator)$|_trapdoor$/.test(name) ? opposite(across) : across;
}
