import { itemNamed, makeItem } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { readTable } from '../squid/tables.ts';
import { craftSpecial } from './special-recipes.ts';

interface Result {
  id: number;
  count: number;
}

/** Of each cell, row by row, the kinds of item that it takes; null for an empty one. */
interface Shaped {
  width: number;
  height: number;
  cells: (Set<number> | null)[];
  result: Result;
}

/** What minecraft-data has for one item: a list of these. */
type Recipe = { result: Result } & ({ inShape: (number | null)[][] } | { ingredients: number[] });

/** What stays of an ingredient that is used up. */
const emptied: Record<string, string> = {
  milk_bucket: 'bucket',
  water_bucket: 'bucket',
  lava_bucket: 'bucket',
  honey_bottle: 'glass_bottle',
  dragon_breath: 'glass_bottle',
};

/** The recipes, loaded when somebody first crafts. */
let known: { shaped: Map<string, Shaped[]>; shapeless: Map<string, Result> } | null = null;

/**
 * What the items of a square grid make, row by row; null for nothing. A shape may lie anywhere in the grid, and be mirrored. Where a recipe
 * takes several kinds of an item (planks, stone), they may be mixed, as in the game.
 */
export function craft(registry: Registry, grid: readonly (Item | null)[]): Item | null {
  known ??= readRecipes();
  const kinds = grid.map((item) => item?.type ?? null);
  const result = shapedResult(known.shaped, kinds) ?? known.shapeless.get(keyOf(kinds.filter((kind) => kind !== null)));
  if (result) return makeItem(registry, result.id, result.count);
  const items = grid.filter((item) => item !== null);
  return craftSpecial(registry, items, grid);
}

/** What stays in the place of an ingredient; null for nothing. */
export function leftover(registry: Registry, ingredient: Item): Item | null {
  const name = emptied[ingredient.name];
  return name === undefined ? null : itemNamed(registry, name);
}

function shapedResult(shaped: Map<string, Shaped[]>, kinds: (number | null)[]): Result | undefined {
  const side = Math.sqrt(kinds.length);
  const used = kinds.flatMap((kind, i) => (kind === null ? [] : [[i % side, Math.floor(i / side)] as const]));
  if (used.length === 0) return undefined;
  const [left, top] = [Math.min(...used.map(([x]) => x)), Math.min(...used.map(([, y]) => y))];
  const width = Math.max(...used.map(([x]) => x)) - left + 1;
  const height = Math.max(...used.map(([, y]) => y)) - top + 1;
  const at = (x: number, y: number): number | null => kinds[(top + y) * side + left + x] ?? null;
  const fits = ({ cells }: Shaped, isMirrored: boolean): boolean =>
    cells.every((cell, i) => {
      const x = i % width;
      const kind = at(isMirrored ? width - 1 - x : x, Math.floor(i / width));
      return cell === null ? kind === null : kind !== null && cell.has(kind);
    });
  return shaped.get(`${width}x${height}`)?.find((recipe) => fits(recipe, false) || fits(recipe, true))?.result;
}

function keyOf(kinds: number[]): string {
  return kinds.toSorted((one, other) => one - other).join();
}

function readRecipes(): NonNullable<typeof known> {
  const shaped = new Map<string, Shaped[]>();
  const shapeless = new Map<string, Result>();
  const alike = new Map<string, Shaped>();
  for (const recipe of Object.values(readTable('recipes') as Record<string, Recipe[]>).flat()) {
    if ('ingredients' in recipe) {
      shapeless.set(keyOf(recipe.ingredients), recipe.result);
      continue;
    }
    const { inShape: rows, result } = recipe;
    const cells = rows.flat();
    // The table has one recipe for each kind of planks: those of one pattern are one here.
    const pattern = JSON.stringify([result, rows.map((row) => row.map((kind) => kind && cells.indexOf(kind)))]);
    const same = alike.get(pattern);
    if (same) {
      cells.forEach((kind, i) => kind && same.cells[i]?.add(kind));
      continue;
    }
    const size = { width: rows[0]?.length ?? 0, height: rows.length };
    const first: Shaped = { ...size, cells: cells.map((kind) => (kind ? new Set([kind]) : null)), result };
    alike.set(pattern, first);
    const key = `${size.width}x${size.height}`;
    shaped.set(key, [...(shaped.get(key) ?? []), first]);
  }
  return { shaped, shapeless };
}
