import type { Registry } from '../../../world-format/chunk.ts';
import { readTable } from '../squid/tables.ts';
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

/** A recipe of the book. */
export interface BookRecipe extends Recipe {
  type: string;
  /** The number of the item that it makes. */
  result: number;
  cooking?: { experience: number; ticks: number };
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

let known: Map<string, BookRecipe> | null = null;

/** The recipes of the game by their ids, read when somebody first crafts. */
export function knownRecipes(registry: Registry): Map<string, BookRecipe> {
  return (known ??= recipesById(registry, readTable('recipes') as PlainRecipes));
}

/**
 * By the ids that clients know them by: the recipes that are crafted, and those of furnaces and campfires.
 * @returns with the type of recipe that a window takes, `crafting` or the game's own
 */
export function recipesById(registry: Registry, plain: PlainRecipes): Map<string, BookRecipe> {
  const recipes = new Map<string, BookRecipe>();
  for (const [result, ofResult] of Object.entries(plain)) {
    const item = registry.items[Number(result)];
    if (!item) continue;
    merged(ofResult.map(toRecipe)).forEach((recipe, n) => {
      const id = `minecraft:${item.name}${n === 0 ? '' : `_${n + 1}`}`;
      recipes.set(id, { ...recipe, type: crafting, result: item.id });
    });
  }
  for (const { type, result: name, ingredients, experience, ticks } of cookingRecipes(registry)) {
    const result = registry.itemsByName[name]?.id ?? 0;
    const cooking = { experience, ticks };
    recipes.set(`minecraft:${type}/${name}`, { type, width: 1, places: [ingredients], count: 1, result, cooking });
  }
  return recipes;
}

/** What the packet of recipes holds (declare_recipes of protocol 754). */
export function recipesPacket(registry: Registry, plain: PlainRecipes): { recipes: Record<string, unknown>[] } {
  const recipes = [...recipesById(registry, plain)].map(([recipeId, recipe]) =>
    Object.assign(written(recipe), { recipeId }),
  );
  const specials = special.map((name) => {
    const type = `minecraft:crafting_special_${name}`;
    return { type, recipeId: type.replace('crafting_special_', ''), data: undefined };
  });
  return { recipes: [...recipes, ...specials] };
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

function written({ type, width, places, count, result: item, cooking }: BookRecipe): Record<string, unknown> {
  const result = slot(item, count);
  const ingredients = places.map((place) => place.map((one) => slot(one, 1)));
  if (cooking) {
    const { experience, ticks: cookTime } = cooking;
    return { type: `minecraft:${type}`, data: { group: '', ingredient: ingredients[0], result, experience, cookTime } };
  }
  if (width === 0) return { type: 'minecraft:crafting_shapeless', data: { group: '', ingredients, result } };
  const height = ingredients.length / width;
  const rows = Array.from({ length: height }, (_, row) => ingredients.slice(row * width, (row + 1) * width));
  return { type: 'minecraft:crafting_shaped', data: { width, height, group: '', ingredients: rows, result } };
}

function slot(itemId: number, itemCount: number): Slot {
  return { present: true, itemId, itemCount };
}
