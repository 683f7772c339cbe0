import { playerSize } from '../creatures/creature.ts';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { mayBuild, refuse, setBlock } from '../land/building.ts';
import { fluidOf } from '../land/fluid.ts';
import { canHold, pour } from '../nature/fluids.ts';
import { heldItem, heldSlot, itemNamed, less, useUp } from '../players/items.ts';
import { aheadOf } from '../players/near.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { potion } from './potions/potions.ts';
import { exchange, giveOrDrop } from '../windows/open-windows.ts';

const reach = 5;
const step = 0.05;
const crouchingEyes = 1.27;

/** Packet use_item: picks up the liquid that the player looks at, or pours it out. @returns false if it is not a bucket */
export function useBucket(game: Game, player: Player): boolean {
  const item = heldItem(player);
  const named = /^(?:(water|lava)_)?bucket$/.exec(item?.name ?? '');
  if (!named) return false;
  const [, liquid] = named;
  if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return true;
  const { registry } = game.squid;
  const found = aimedAt(game, player, liquid ?? null);
  const kind = liquid && registry.blocksByName[liquid];
  const poured = found && kind ? wet(found.block, liquid, 'true', kind.defaultState) : null;
  const fluid = found && !kind ? fluidOf(found.block) : null;
  const state = poured ?? (found && fluid ? wet(found.block, fluid.kind, 'false', 0) : null);
  const left = itemNamed(registry, fluid ? `${fluid.kind}_bucket` : 'bucket');
  if (!found || state === null || !left || !mayBuild(game, player, found.at)) {
    refuse(game, player, ...(found ? [found.at] : []));
    return true;
  }
  // Water is gone before it is poured out.
  if (liquid !== 'water' || game.world.dimension !== 'nether') pour(game, found.at, state);
  exchange(game, player, left);
  return true;
}

/** Packet use_item: fills a bottle with the water that the player looks at. @returns false if it is not a bottle, or there is no water */
export function fillBottle(game: Game, player: Player): boolean {
  const item = heldItem(player);
  const isUsed = item?.name === 'glass_bottle' && player.health > 0;
  const found = isUsed && player.gameMode !== gameModeNumber.SPECTATOR ? aimedAt(game, player, null) : null;
  const filled = potion(game.squid.registry, 'water');
  if (!item || !found || !filled || fluidOf(found.block)?.kind !== 'water') return false;
  const rest = less(item);
  player.inventory.updateSlot(heldSlot(player), rest ?? filled);
  if (rest) giveOrDrop(game, player, filled);
  return true;
}

/** Packet use_item: lays a lily pad on the water that the player looks at. @returns false if it is not a lily pad */
export function layLilyPad(game: Game, player: Player): boolean {
  if (heldItem(player)?.name !== 'lily_pad') return false;
  const found = aimedAt(game, player, null);
  const above = found?.at.offset(0, 1, 0);
  const pad = game.squid.registry.blocksByName['lily_pad']?.defaultState ?? 0;
  const isFree = found?.block.kind.name === 'water' && blockAt(game, above ?? found.at)?.kind.name === 'air';
  if (!above || !isFree || !mayBuild(game, player, above)) {
    refuse(game, player, ...(above ? [above] : []));
    return true;
  }
  setBlock(game, above, pad);
  useUp(player);
  return true;
}

/** The block's state with the liquid added or removed; null if that is not possible. */
function wet(block: PlacedBlock, liquid: string, waterlogged: string, state: number): number | null {
  const isFilled = 'waterlogged' in block.properties;
  if (isFilled) return liquid === 'water' ? stateWith(block, { waterlogged }) : null;
  return canHold(block) ? state : null;
}

/** What the player looks at: with no liquid the next source of one that nothing hides, else where it would be poured out. */
function aimedAt(game: Game, player: Player, liquid: string | null) {
  const ahead = aheadOf(player);
  const eyes = player.position.offset(0, player.crouching ? crouchingEyes : playerSize.eyes, 0);
  let last = null;
  for (let distance = 0; distance <= reach; distance += step) {
    const at = eyes.plus(ahead.scaled(distance)).floored();
    if (last?.at.equals(at)) continue;
    const block = blockAt(game, at);
    if (!block) return null;
    const here = { at, block };
    if (liquid === null && fluidOf(block)?.isSource) return here;
    const isOpen = block.kind.name.endsWith('air') || ['water', 'lava'].includes(block.kind.name);
    if (!isOpen && liquid === null) return null;
    const { waterlogged, type } = block.properties;
    const isFilled = liquid === 'water' && waterlogged === 'false' && type !== 'double';
    if (!isOpen) return canHold(block) || isFilled ? here : last;
    last = here;
  }
  return null;
}
