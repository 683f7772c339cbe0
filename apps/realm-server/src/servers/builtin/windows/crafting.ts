import { type BookRecipe, crafting, knownRecipes } from '../client-data/recipes.ts';
import { itemNamed, makeItem } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { craftSpecial } from './special-recipes.ts';

/** What stays of an ingredient that is used up. */
const emptied: Record<string, string> = {
  milk_bucket: 'bucket',
  water_bucket: 'bucket',
  lava_bucket: 'bucket',
  honey_bottle: 'glass_bottle',
  dragon_breath: 'glass_bottle',
};

/** The recipes for a grid, by their width and the number of their places. */
let bySize: Map<string, BookRecipe[]> | null = null;

/**
 * What the items of a square grid make, row by row; null for nothing. A shape may lie anywhere in the grid, and be mirrored. Where a recipe
 * takes several kinds of an item (planks, stone), they may be mixed, as in the game.
 */
export function craft(registry: Registry, grid: readonly (Item | null)[]): Item | null {
  const kinds = grid.map((item) => item?.type ?? null);
  const items = grid.filter((item) => item !== null);
  const recipe = shapedRecipe(registry, kinds) ?? shapelessRecipe(registry, items);
  return recipe ? makeItem(registry, recipe.result, recipe.count) : craftSpecial(registry, items, grid);
}

/** What stays in the place of an ingredient; null for nothing. */
export function leftover(registry: Registry, ingredient: Item): Item | null {
  const name = emptied[ingredient.name];
  return name === undefined ? null : itemNamed(registry, name);
}

function shapedRecipe(registry: Registry, kinds: (number | null)[]): BookRecipe | undefined {
  const side = Math.sqrt(kinds.length);
  const used = kinds.flatMap((kind, i) => (kind === null ? [] : [[i % side, Math.floor(i / side)] as const]));
  if (used.length === 0) return undefined;
  const [left, top] = [Math.min(...used.map(([x]) => x)), Math.min(...used.map(([, y]) => y))];
  const width = Math.max(...used.map(([x]) => x)) - left + 1;
  const height = Math.max(...used.map(([, y]) => y)) - top + 1;
  const at = (x: number, y: number): number | null => kinds[(top + y) * side + left + x] ?? null;
  const fits = ({ places }: BookRecipe, isMirrored: boolean): boolean =>
    places.every((place, i) => {
      const x = i % width;
      const kind = at(isMirrored ? width - 1 - x : x, Math.floor(i / width));
      return kind === null ? place.length === 0 : place.includes(kind);
    });
  return sized(registry, width, width * height).find((recipe) => fits(recipe, false) || fits(recipe, true));
}

function shapelessRecipe(registry: Registry, items: Item[]): BookRecipe | undefined {
  const kinds = items.map(({ type }) => type);
  return sized(registry, 0, kinds.length).find(({ places }) => fitsAnyhow(kinds, places));
}

function sized(registry: Registry, width: number, places: number): BookRecipe[] {
  bySize ??= Map.groupBy(
    [...knownRecipes(registry).values()].filter(({ type }) => type === crafting),
    (recipe) => `${recipe.width} ${recipe.places.length}`,
  );
  return bySize.get(`${width} ${places}`) ?? [];
}

/** The first place that takes a kind will do: no two places of these recipes share only some of their kinds. */
function fitsAnyhow([kind, ...rest]: number[], places: number[][]): boolean {
  if (kind === undefined) return true;
  const n = places.findIndex((place) => place.includes(kind));
  return n >= 0 && fitsAnyhow(rest, places.toSpliced(n, 1));
}
