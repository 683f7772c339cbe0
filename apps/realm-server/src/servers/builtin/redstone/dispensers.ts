import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import type { Container } from '../land/container.ts';
import { directions } from '../land/sides.ts';
import { fluidOf } from '../land/fluid.ts';
import { canHold, pour } from '../nature/fluids.ts';
import { insert, storesAt } from '../nature/hoppers.ts';
import { itemNamed, less } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import { isOpenGround, worldHeight } from '../rules/place.ts';
import type { Item } from '../squid/squid.ts';
import { fireAt } from '../nature/fire.ts';

/** Blocks a tick. */
const thrown = { least: 0.2, more: 0.1, up: 0.2 };

/** A dispenser or dropper has been set off: it takes one of its stacks by chance. Source: the game's DispenserBlock and DropperBlock (1.16.5) */
export function act(game: Game, at: Vec3, { kind, properties: { facing = '' } }: PlacedBlock): void {
  const container = game.world.container(at);
  const direction = directions[facing];
  const filled = Array.from({ length: container?.size ?? 0 }, (_, slot) => slot).filter((slot) => container?.get(slot));
  const slot = filled[Math.floor(Math.random() * filled.length)];
  const item = slot === undefined ? null : container?.get(slot);
  if (!container || !direction || !item || slot === undefined) return;
  const ahead = at.plus(direction);
  const one = { ...item, count: 1 };
  if (kind.name === 'dropper') {
    const stores = storesAt(game, ahead);
    if (stores.length > 0) {
      if (insert(stores, one, facing === 'down') === 0) container.set(slot, less(item));
      return;
    }
  } else if (use(game, container, slot, item, ahead, isOpenGround(game, ahead) || !isOpenGround(game, at))) return;
  container.set(slot, less(item));
  const way = direction.scaled(thrown.least + Math.random() * thrown.more).offset(0, thrown.up, 0);
  game.groundItems.launch(one, at.offset(0.5, 0.4, 0.5).plus(direction.scaled(0.7)), way);
}

/** The special uses of items in a dispenser. @param mayChange whether it may change the block ahead @returns false for an item that it throws out */
function use(game: Game, container: Container, slot: number, item: Item, ahead: Vec3, mayChange: boolean): boolean {
  const isInWorld = ahead.y >= 0 && ahead.y < worldHeight && game.world.isSeen(ahead);
  const block = isInWorld ? blockAt(game, ahead) : null;
  const { registry } = game.squid;
  const liquid = /^(water|lava)_bucket$/.exec(item.name)?.[1];
  if (liquid) {
    if (!mayChange || !canHold(block) || fluidOf(block)?.isSource) return true;
    pour(game, ahead, registry.blocksByName[liquid]?.defaultState ?? 0);
    container.set(slot, itemNamed(registry, 'bucket'));
    return true;
  }
  const fluid = fluidOf(block);
  if (item.name === 'bucket' && fluid?.isSource && block?.kind.name === fluid.kind) {
    const full = itemNamed(registry, `${fluid.kind}_bucket`);
    if (!mayChange || !full) return true;
    setBlock(game, ahead, 0);
    const rest = less(item);
    container.set(slot, rest ?? full);
    if (rest && insert([container], full, true) > 0) game.groundItems.drop(full, ahead.offset(0.5, 0.5, 0.5));
    return true;
  }
  if (item.name === 'flint_and_steel') {
    const fire = block?.kind.name === 'air' ? fireAt(game, ahead) : null;
    if (mayChange && block?.kind.name === 'tnt') game.tnt.prime(ahead, null);
    else if (mayChange && fire !== null) setBlock(game, ahead, fire);
    return true;
  }
  if (item.name !== 'tnt') return false;
  if (mayChange && game.tnt.add(ahead.offset(0.5, 0, 0.5), null)) container.set(slot, less(item));
  return true;
}
