import type { Item, Player } from '../squid/squid.ts';

const slots = 27;
const known = new WeakMap<Player, (Item | null)[]>();

/** What the player has in their ender chests: the same in each, and kept with the player. Changed in place. */
export function enderItems(player: Player): (Item | null)[] {
  let items = known.get(player);
  if (!items) known.set(player, (items = Array.from({ length: slots }, () => null)));
  return items;
}
