import type { Registry } from '../../../world-format/chunk.ts';
import { cookingRecipes } from '../survival/smelting.ts';

/** A recipe as minecraft-data has it: one for each choice of ingredients. */
interface PlainRecipe {
  inShape?: (number | null)[][];
  ingredients?: number[];
  result: { id: number; count: number };
}

/** By the id of the item they make. */
export type PlainRecipes = Record<string, PlainRecipe[]>;

/** A recipe as the game has it: each place takes one of several items. */
export interface Recipe {
  /** In places; 0 for one without a shape. */
  width: number;
  /** The numbers of the items that each place takes, in their order; an empty place takes none. */
  places: number[][];
  count: number;
}

interface Slot {
  present: true;
  itemId: number;
  itemCount: number;
}

/** The type of recipes that are laid out in a grid. */
export const crafting = 'crafting';

/** Recipes that the game, and so its clients, have no table for. */
const special =
  'repairitem armordye shulkerboxcoloring bannerduplicate shielddecoration bookcloning firework_rocket firework_star firework_star_fade suspiciousstew tippedarrow'.split(
    ' ',
  );

/** What the packet of recipes holds (declare_recipes of protocol 754): those that are crafted, and those of furnaces and campfires. */
export function recipesPacket(registry: Registry, plain: PlainRecipes): { recipes: Record<string, unknown>[] } {
  const recipes: Record<string, unknown>[] = [];
  for (const [result, ofResult] of Object.entries(plain)) {
    const item = registry.items[Number(result)];
    if (!item) continue;
    merged(ofResult.map(toRecipe)).forEach((recipe, n) => {
      const recipeId = `minecraft:${item.name}${n === 0 ? '' : `_${n + 1}`}`;
      recipes.push({ recipeId, ...written(recipe, slot(item.id, recipe.count)) });
    });
  }
  for (const { type, result, ingredients, experience, ticks: cookTime } of cookingRecipes(registry)) {
    const ingredient = ingredients.map((item) => slot(item, 1));
    const made = slot(registry.itemsByName[result]?.id ?? 0, 1);
    const data = { group: '', ingredient, result: made, experience, cookTime };
    recipes.push({ type: `minecraft:${type}`, recipeId: `minecraft:${type}/${result}`, data });
  }
  for (const name of special) {
    const type = `minecraft:crafting_special_${name}`;
    recipes.push({ type, recipeId: type.replace('crafting_special_', ''), data: undefined });
  }
  return { recipes };
}

/**
 * The recipe that a client names by its id in that packet, with the game's type of those that a window takes; null for one that is not laid out.
 * @param read reads the recipes that are crafted
 */
export function recipeNamed(
  registry: Registry,
  read: () => PlainRecipes,
  id: string,
): (Recipe & { type: string }) | null {
  const [, type, name = '', number = '1'] = /^minecraft:(?:(\w+)\/)?(\w+?)(?:_(\d+))?$/.exec(id) ?? [];
  if (type !== undefined) {
    const cooked = cookingRecipes(registry).find((one) => one.type === type && one.result === name);
    return cooked ? { type, width: 1, places: [cooked.ingredients], count: 1 } : null;
  }
  const item = registry.itemsByName[name];
  const recipe = item && merged((read()[item.id] ?? []).map(toRecipe))[Number(number) - 1];
  return recipe ? { type: crafting, ...recipe } : null;
}

function toRecipe({ inShape, ingredients = [], result }: PlainRecipe): Recipe {
  const places = (inShape?.flat() ?? ingredients).map((item) => (item === null ? [] : [item]));
  return { width: inShape?.[0]?.length ?? 0, places, count: result.count };
}

/** Joins recipes that differ in one ingredient alone, wherever that lies: eight chests of planks are one of any planks. */
function merged(recipes: Recipe[]): Recipe[] {
  const alike = new Map<string, { recipe: Recipe; differs: string }[]>();
  for (const recipe of recipes) {
    for (const differs of new Set(recipe.places.map(String))) {
      if (differs === '') continue;
      const rest = recipe.places.map((place) => (String(place) === differs ? '?' : String(place)));
      const key = `${recipe.width} ${recipe.count} ${rest.join(';')}`;
      alike.set(key, [...(alike.get(key) ?? []), { recipe, differs }]);
    }
  }
  const most = [...alike.values()].toSorted((one, other) => other.length - one.length)[0];
  const [first] = most ?? [];
  if (!most || !first || most.length < 2) return recipes;
  const choices = most.flatMap(({ differs }) => differs.split(',').map(Number));
  const places = first.recipe.places.map((place) => (String(place) === first.differs ? choices : place));
  const taken = new Set(most.map(({ recipe }) => recipe));
  return merged([{ ...first.recipe, places }, ...recipes.filter((recipe) => !taken.has(recipe))]);
}

function written({ width, places }: Recipe, result: Slot): Record<string, unknown> {
  const ingredients = places.map((place) => place.map((item) => slot(item, 1)));
  if (width === 0) return { type: 'minecraft:crafting_shapeless', data: { group: '', ingredients, result } };
  const height = ingredients.length / width;
  const rows = Array.from({ length: height }, (_, row) => ingredients.slice(row * width, (row + 1) * width));
  return { type: 'minecraft:crafting_shaped', data: { width, height, group: '', ingredients: rows, result } };
}

function slot(itemId: number, itemCount: number): Slot {
  return { present: true, itemId, itemCount };
}
