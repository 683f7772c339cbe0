import { knownRecipes, type Recipe } from '../client-data/recipes.ts';
import type { Game } from '../rules/game.ts';
import { less, range } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import { moveInto, type Slots } from './clicks.ts';
import { slotsInUse } from './open-windows.ts';

const most = 64;

/** Packet craft_recipe_request: lays out a recipe of the book in the grid of the open window; shows it as a shadow if ingredients are missing. */
export function useRecipeBook(game: Game, player: Player, packet: Record<string, unknown>): void {
  const { windowId } = packet;
  const id = String(packet['recipe']);
  const slots = slotsInUse(game, player, windowId);
  if (!slots?.grid) return;
  const recipe = knownRecipes(game.squid.registry).get(id);
  if (!recipe || recipe.type !== slots.grid.type) return;
  if (layOut(slots, slots.grid, recipe, packet['makeAll'] === true) === 'short') {
    player._client.write('craft_recipe_response', { windowId, recipe: id });
  }
}

/**
 * Moves ingredients into the grid: once, once more if they lie there already, or as often as there are any. What lies there otherwise goes
 * back into the bag, and nothing moves if it has no room. Worn, named and enchanted items are left alone.
 * Source: the game's ServerPlaceRecipe (1.16.5)
 */
export function layOut(
  slots: Slots,
  { cells, bag }: NonNullable<Slots['grid']>,
  recipe: Recipe,
  isAll: boolean,
): 'laid' | 'short' | 'no room' {
  const places = spread(recipe, Math.sqrt(cells.length));
  if (!places) return 'no room';
  const after = new Map<number, Item | null>([...cells, ...bag].map((slot) => [slot, slots.get(slot)]));
  const get = (slot: number): Item | null => after.get(slot) ?? null;
  const lying = cells.map(get);
  const moved: Slots = { ...slots, get, set: (slot, item) => after.set(slot, item) };
  for (const [n, item] of lying.entries()) {
    after.set(cells[n] ?? -1, null);
    if (item && moveInto(moved, bag, item) > 0) return 'no room';
  }
  const isLying = lying.every((item, n) => (item ? places[n]?.includes(item.type) : (places[n] ?? []).length === 0));
  const once = isLying ? 1 + Math.min(...lying.flatMap((item) => item?.count ?? [])) : 1;
  const stock = new Map<number, Item & { left: number }>();
  for (const item of bag.map(get)) {
    if (item && !item.nbt) stock.set(item.type, { ...item, left: item.count + (stock.get(item.type)?.left ?? 0) });
  }
  const counts = isAll ? range({ from: 1, to: most }) : [once];
  const times = counts.findLast((count) => choose(places, stock, count) !== null) ?? 0;
  const kinds = times === 0 ? null : choose(places, stock, times);
  // One more does not fit, or is not there: what lies there stays.
  if (!kinds && isLying) return 'laid';
  kinds?.forEach((kind, n) => {
    if (!kind) return;
    take(moved, bag, kind.type, times);
    after.set(cells[n] ?? -1, { ...kind, count: times });
  });
  for (const [slot, item] of after) if (slots.get(slot) !== item) slots.set(slot, item);
  return kinds ? 'laid' : 'short';
}

/** What each cell of the grid takes; narrow recipes lie in the middle. Null if it is too small. */
function spread({ width, places }: Recipe, side: number): number[][] | null {
  const columns = width === 0 ? side : width;
  const rows = Math.ceil(places.length / columns);
  if (columns > side || rows > side) return null;
  const before = (length: number): number => (length < side / 2 ? Math.floor((side - length) / 2) : 0);
  const [left, top] = width === 0 ? [0, 0] : [before(columns), before(rows)];
  return Array.from({ length: side * side }, (_, cell) => {
    const [x, y] = [(cell % side) - left, Math.floor(cell / side) - top];
    return x >= 0 && x < columns ? (places[y * columns + x] ?? []) : [];
  });
}

/** A kind of item for each place, of which the player has most; null if something is missing. */
function choose(
  places: number[][],
  stock: ReadonlyMap<number, Item & { left: number }>,
  times: number,
): (Item | null)[] | null {
  const left = new Map([...stock].map(([type, item]) => [type, item.stackSize < times ? 0 : item.left]));
  const kinds = places.map((): Item | null => null);
  // What is not choosy comes last.
  const order = [...places.keys()].toSorted((one, other) => (places[one]?.length ?? 0) - (places[other]?.length ?? 0));
  for (const n of order) {
    const place = places[n] ?? [];
    if (place.length === 0) continue;
    const kind = place.reduce((best, type) => ((left.get(type) ?? 0) > (left.get(best) ?? 0) ? type : best));
    if ((left.get(kind) ?? 0) < times) return null;
    left.set(kind, (left.get(kind) ?? 0) - times);
    kinds[n] = stock.get(kind) ?? null;
  }
  return kinds;
}

function take(slots: Slots, bag: number[], type: number, count: number): void {
  let left = count;
  for (const slot of bag) {
    const item = slots.get(slot);
    if (item?.type !== type || item.nbt || left === 0) continue;
    const taken = Math.min(left, item.count);
    slots.set(slot, less(item, taken));
    left -= taken;
  }
}
