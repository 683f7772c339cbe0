import type { Container } from '../land/container.ts';
import { range } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import type { Slots } from './clicks.ts';

/** What has slots of its own: a container, or what a player has in their ender chests. */
export type Store = Pick<Container, 'size' | 'get' | 'set'>;

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
    bears: (_, item) => item.stackSize,
    targets: (slot) => (slot < count ? outside.toReversed() : inside),
    hotbar: (key) => (key >= 0 && key <= 8 ? count + bagSize + key : null),
    takeResult: () => undefined,
  };
}
