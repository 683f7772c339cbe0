import type { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { partsAt } from '../land/chests.ts';
import type { Container } from '../land/container.ts';
import { directions } from '../land/sides.ts';
import { isSameKind, less } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import { brewingSlots, standBears } from '../survival/potions/brewing.ts';
import { furnaceSlots } from '../survival/furnaces.ts';
import { burnTicks } from '../survival/smelting.ts';
import type { Item } from '../squid/squid.ts';

/** Ticks from one item to the next. */
const restTicks = 8;
/** The depth of the bowl below the upper edge. */
const bowl = 5 / 16;

/**
 * One tick of a hopper: it passes an item on, and takes one. Both sides change at once, and so are on the disk together or not at all.
 * Source: the game's HopperBlockEntity (1.16.5)
 */
export function hop(game: Game, hopper: Container): void {
  const resting = Math.max(0, hopper.number('TransferCooldown') - 1);
  rest(hopper, resting);
  if (resting > 0) return;
  const { facing = '', enabled } = blockAt(game, hopper.at)?.properties ?? {};
  const ahead = directions[facing];
  if (!ahead || enabled === 'false') return;
  const hasGiven = give(hopper, storesAt(game, hopper.at.plus(ahead)), facing === 'down');
  const hasTaken = take(game, hopper);
  if (!hasGiven && !hasTaken) return;
  rest(hopper, restTicks);
  hopper.changed();
}

function rest(hopper: Container, ticks: number): void {
  hopper.fields['TransferCooldown'] = { type: 'int', value: ticks };
}

function give(hopper: Container, to: readonly Container[], isFromAbove: boolean): boolean {
  const [first] = to;
  const isIdle = first?.kind === hopper.kind && first.isEmpty;
  const hasGiven = passOne([hopper], to, isFromAbove);
  if (hasGiven && isIdle) rest(first, restTicks);
  return hasGiven;
}

function take(game: Game, hopper: Container): boolean {
  const above = hopper.at.offset(0, 1, 0);
  const stores = storesAt(game, above);
  if (stores.length > 0) return passOne(stores, [hopper], true);
  const low = above.offset(0, -bowl, 0);
  return game.groundItems.takeWithin(low, above.offset(1, 1, 1), (item) => insert([hopper], item, true));
}

/** The first item that may leave, and finds room. */
function passOne(from: readonly Container[], to: readonly Container[], isFromAbove: boolean): boolean {
  for (const store of from) {
    for (let slot = 0; slot < store.size; slot += 1) {
      const item = store.get(slot);
      if (!item || !mayLeave(store, slot, item) || insert(to, { ...item, count: 1 }, isFromAbove) > 0) continue;
      store.set(slot, less(item));
      return true;
    }
  }
  return false;
}

/** @returns how many found no room */
export function insert(stores: readonly Container[], item: Item, isFromAbove: boolean): number {
  let left = item.count;
  for (const store of stores) {
    for (let slot = 0; slot < store.size && left > 0; slot += 1) {
      const there = store.get(slot);
      if (!mayEnter(store, slot, item, isFromAbove) || (there && !isSameKind(there, item))) continue;
      const moved = Math.min(left, item.stackSize - (there?.count ?? 0));
      if (moved > 0) store.set(slot, { ...item, count: (there?.count ?? 0) + moved });
      left -= Math.max(0, moved);
    }
  }
  return left;
}

/** A furnace takes ingredients from above, and fuel from the side. */
function mayEnter(store: Container, slot: number, item: Item, isFromAbove: boolean): boolean {
  const { kind } = store;
  if (kind.brews)
    return isFromAbove === (slot === brewingSlots.ingredient) && standBears(slot, item) > (store.get(slot)?.count ?? 0);
  if (!kind.smelts) return store.bears(item);
  if (isFromAbove) return slot === furnaceSlots.ingredient;
  return slot === furnaceSlots.fuel && burnTicks(kind, item) > 0;
}

function mayLeave({ kind }: Container, slot: number, { name }: Item): boolean {
  if (kind.brews) return slot < brewingSlots.ingredient;
  return !kind.smelts || slot === furnaceSlots.result || (slot === furnaceSlots.fuel && /^(water_)?bucket$/.test(name));
}

export function storesAt(game: Game, at: Vec3): Container[] {
  const parts = game.world.isSeen(at) ? partsAt(game, at) : [];
  return parts.map(({ container }) => container).filter(({ kind }) => kind.slots > 0);
}
