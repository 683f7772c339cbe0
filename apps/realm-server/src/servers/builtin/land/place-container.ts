import { fieldOf } from '../../../world-format/nbt-fields.ts';
import { fillHive, isHive } from '../creatures/species/hives.ts';
import { yields } from '../nature/falling.ts';
import { isWaterSource } from './fluid.ts';
import { useUp } from '../players/items.ts';
import { itemOf, storedItems } from '../players/stored-items.ts';
import type { Click } from '../players/click.ts';
import { sidesAhead } from '../players/near.ts';
import type { Player } from '../squid/squid.ts';
import { blockAt, type PlacedBlock, placedBlock, stateWith } from './block-state.ts';
import { isSomebodyIn, mayBuild, refuse, setBlock } from './building.ts';
import { halfBeside, join } from './chests.ts';
import { containerKind } from './container.ts';
import { opposite, sideNames } from './sides.ts';

/** Packet block_place with a container or hive in the hand: it faces the player, and a chest joins the one beside it. @returns false for any other item */
export function placeContainer({ game, player, at: clicked, block, side, beside, item }: Click): boolean {
  const { registry } = game.squid;
  const named = registry.blocksByName[item?.name ?? ''];
  const kind = named && (containerKind(named.name) || isHive({ kind: named })) ? named : undefined;
  if (!item || !kind) return false;
  const at = yields(block) ? clicked : beside;
  const there = blockAt(game, at);
  const isFree = there && yields(there) && mayBuild(game, player, at) && !isSomebodyIn(game, at);
  const plain = placedBlock(registry, kind.defaultState);
  if (!isFree || !plain) {
    refuse(game, player, clicked, at);
    return true;
  }
  const facing = facingOf(player, plain, side);
  const type =
    player.crouching || !kind.name.match(/^(trapped_)?chest$/) ? 'single' : halfBeside(game, at, kind, facing);
  const properties = { ...plain.properties, facing, type, waterlogged: String(isWaterSource(there)) };
  setBlock(game, at, stateWith(plain, properties));
  join(game, at, { kind, properties });
  if (containerKind(item.name)?.isBox) {
    const box = game.world.container(at);
    const stored = storedItems(fieldOf(item.nbt, 'BlockEntityTag'), 'Items');
    for (const one of stored) if (one.slot < (box?.size ?? 0)) box?.set(one.slot, itemOf(registry, one));
  }
  if (isHive({ kind })) fillHive(game, at, item);
  useUp(player);
  return true;
}

/** The front is towards the player; a hopper's mouth towards what was clicked. */
function facingOf(player: Player, { kind }: PlacedBlock, side: number): string {
  if (containerKind(kind.name)?.isBox) return sideNames[side] ?? 'up';
  if (kind.name === 'hopper') return side < 2 ? 'down' : opposite(sideNames[side] ?? '');
  const { across, any } = sidesAhead(player);
  const isUpright = kind.states.some(({ name, values }) => name === 'facing' && values?.includes('up'));
  return opposite(isUpright ? any : across);
}
