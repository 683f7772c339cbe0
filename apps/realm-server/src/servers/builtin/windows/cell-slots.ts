import { toPacket } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import type { Slots } from './clicks.ts';
import { containerSlots } from './container-slots.ts';

/**
 * A window whose first slots are cells that go back to the player when it closes, followed by a result slot if there is one.
 * @param options.changed called when a cell has changed
 * @param options.take pays for the result, and uses up its ingredients
 */
export function cellSlots(
  player: Player,
  windowId: number,
  options: {
    count: number;
    bears: (slot: number, item: Item) => number;
    changed: () => void;
    take?: () => void;
  },
) {
  const { count, bears, changed, take } = options;
  /** The first is the result, as in a crafting table. */
  const cells = Array.from({ length: count + 1 }, (): Item | null => null);
  const size = take ? count + 1 : count;
  const cellOf = (slot: number): number => (slot === count ? 0 : slot + 1);
  const get = (slot: number): Item | null => cells[cellOf(slot)] ?? null;
  const show = (slot: number, item: Item | null): void => {
    cells[cellOf(slot)] = item;
    player._client.write('set_slot', { windowId, slot, item: toPacket(item) });
  };
  const set = (slot: number, item: Item | null): void => {
    show(slot, item);
    if (slot < count) changed();
  };
  const plain = containerSlots(player, [{ size, get, set }]);
  const slots: Slots = {
    ...plain,
    result: take ? count : null,
    bears: (slot, item) => (slot >= size ? item.stackSize : slot === count ? 0 : bears(slot, item)),
    targets: (slot, item) =>
      slot < size ? plain.targets(slot, item) : Array.from({ length: count }, (_, cell) => cell),
    takeResult: () => take?.(),
  };
  return { get, set, showResult: (item: Item | null) => show(count, item), window: { slots, cells, bagFrom: size } };
}
