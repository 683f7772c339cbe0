import type { Container } from '../land/container.ts';
import { range } from '../players/items.ts';
import { standBears } from '../survival/potions/brewing.ts';
import { furnaceSlots, takeExperience } from '../survival/furnaces.ts';
import { burnTicks, recipeType, smelting } from '../survival/smelting.ts';
import type { Item, Player } from '../squid/squid.ts';
import type { Slots } from './clicks.ts';

/** Something with slots: a container, or a player's ender chest. */
export type Store = Pick<Container, 'size' | 'get' | 'set'> & Partial<Pick<Container, 'bears'>>;

/** Slots of a player's own window: the bag, and the hand's row behind it. */
const own = { from: 9, to: 44 };
const bagSize = 27;

/** The window of one container or two that are one: theirs are the first slots, the bag and the hand's row follow. */
export function containerSlots(player: Player, stores: readonly Store[]): Slots {
  const { inventory } = player;
  const places = stores.flatMap((store) =>
    Array.from({ length: store.size }, (_, slot) => ({
      get: () => store.get(slot),
      set: (item: Item | null) => store.set(slot, item),
    })),
  );
  const count = places.length;
  const size = count + own.to - own.from + 1;
  const inside = range({ from: 0, to: count - 1 });
  const outside = range({ from: count, to: size - 1 });
  return {
    size,
    result: null,
    get: (slot) => (slot < count ? (places[slot]?.get() ?? null) : (inventory.slots[slot - count + own.from] ?? null)),
    set(slot, item) {
      if (slot < count) places[slot]?.set(item);
      else inventory.updateSlot(slot - count + own.from, item);
    },
    bears: (slot, item) => (slot < count && stores[0]?.bears?.(item) === false ? 0 : item.stackSize),
    targets: (slot) => (slot < count ? outside.toReversed() : inside),
    hotbar: (key) => (key >= 0 && key <= 8 ? count + bagSize + key : null),
    takeResult: () => undefined,
  };
}

/** The window of a furnace. @param learn called with the experience for the items taken out */
export function furnaceSlotsOf(player: Player, furnace: Container, learn: (points: number) => void): Slots {
  const plain = containerSlots(player, [furnace]);
  const { ingredient, fuel, result } = furnaceSlots;
  const burns = (item: Item): boolean => burnTicks(furnace.kind, item) > 0;
  const bag = range({ from: furnace.size, to: plain.size - 1 });
  return {
    ...plain,
    grid: { type: recipeType(furnace.kind), cells: [ingredient], bag },
    set(slot, item) {
      const before = plain.get(slot)?.count ?? 0;
      plain.set(slot, item);
      if (slot === result && (item?.count ?? 0) < before) learn(takeExperience(furnace));
    },
    bears(slot, item) {
      if (slot === result) return 0;
      if (slot === fuel && item.name === 'bucket') return 1;
      return slot === fuel && !burns(item) ? 0 : item.stackSize;
    },
    targets(slot, item) {
      if (slot < furnace.size) return plain.targets(slot, item);
      if (smelting(furnace.kind, item)) return [ingredient];
      if (burns(item)) return [fuel];
      const hand = furnace.size + bagSize;
      return slot < hand ? range({ from: hand, to: plain.size - 1 }) : range({ from: furnace.size, to: hand - 1 });
    },
  };
}

/** The window of a brewing stand. */
export function standSlots(player: Player, stand: Container): Slots {
  const plain = containerSlots(player, [stand]);
  return {
    ...plain,
    bears: (slot, item) => (slot < stand.size ? standBears(slot, item) : item.stackSize),
    // Blaze powder is fuel at first, and an ingredient where that is full.
    targets: (slot, item) => (slot < stand.size ? plain.targets(slot, item) : [4, 3, 0, 1, 2]),
  };
}
