import { blockAt, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import type { Container } from '../land/container.ts';
import { isSameKind, itemNamed, less } from '../players/items.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { valueOf } from '../../../world-format/nbt-fields.ts';
import type { Game } from '../rules/game.ts';
import type { Item } from '../squid/squid.ts';
import { burnTicks, experienceIn, smelting } from './smelting.ts';

export const furnaceSlots = { ingredient: 0, fuel: 1, result: 2 };
/** The game finds the first by the fuel that lies there, and so it has no field. */
const [burnTotal, cookTotal] = ['RealmkeepBurnTotal', 'CookTimeTotal'];
/** What the packet craft_progress_bar of protocol 754 shows of a furnace, by the numbers of its properties. */
export const progress = ['BurnTime', burnTotal, 'CookTime', cookTotal];
const mostOfShort = 32_767;
/** How often progress is saved. */
const saveTicks = 40;

/** One tick of a furnace, blast furnace or smoker. Source: the game's AbstractFurnaceBlockEntity (1.16.5) */
export function burn(game: Pick<Game, 'world' | 'squid'>, furnace: Container): void {
  const { ingredient, fuel } = furnaceSlots;
  const [burning = 0, cooked = 0] = ['BurnTime', 'CookTime'].map((name) => furnace.number(name, mostOfShort));
  const before = `${burning},${cooked}`;
  const wasLit = burning > 0;
  let lit = Math.max(0, burning - 1);
  let done = cooked;
  const item = furnace.get(ingredient);
  const product = item && productOf(game, furnace, item);
  const fuelItem = furnace.get(fuel);
  if (lit === 0 && product && fuelItem && burnTicks(furnace.kind, fuelItem) > 0) {
    lit = burnTicks(furnace.kind, fuelItem);
    put(furnace, burnTotal, lit);
    const isLava = fuelItem.name === 'lava_bucket';
    furnace.set(fuel, isLava ? itemNamed(game.squid.registry, 'bucket') : less(fuelItem));
  }
  if (lit > 0 && item && product) {
    done += 1;
    put(furnace, cookTotal, product.ticks);
    if (done >= product.ticks) {
      done = 0;
      finish(game, furnace, item, product.made);
    }
  } else done = lit > 0 ? 0 : Math.max(0, done - 2);
  if (before === `${lit},${done}`) return;
  put(furnace, 'BurnTime', lit);
  put(furnace, 'CookTime', done);
  if (game.squid.tickCount % saveTicks === 0) furnace.changed();
  for (const tell of furnace.watchers) tell(-1);
  const block = wasLit === lit > 0 ? null : blockAt(game, furnace.at);
  if (block?.kind.name === furnace.kind.name) setBlock(game, furnace.at, stateWith(block, { lit: String(lit > 0) }));
}

/** The next product; null if there is none, or no room for it. */
function productOf(game: Pick<Game, 'squid'>, furnace: Container, item: Item): { made: Item; ticks: number } | null {
  const recipe = smelting(furnace.kind, item);
  const made = recipe && itemNamed(game.squid.registry, recipe.result);
  const there = furnace.get(furnaceSlots.result);
  if (!made || (there && (!isSameKind(there, made) || there.count >= there.stackSize))) return null;
  return { made, ticks: recipe.ticks };
}

function finish(game: Pick<Game, 'squid'>, furnace: Container, item: Item, made: Item): void {
  const { ingredient, fuel, result } = furnaceSlots;
  const there = furnace.get(result);
  if (item.name === 'wet_sponge' && furnace.get(fuel)?.name === 'bucket')
    furnace.set(fuel, itemNamed(game.squid.registry, 'water_bucket'));
  furnace.set(ingredient, less(item));
  const used = recipesUsed(furnace);
  used[`minecraft:${made.name}`] = { type: 'int', value: Number(valueOf(used[`minecraft:${made.name}`]) ?? 0) + 1 };
  furnace.fields['RecipesUsed'] = { type: 'compound', value: used };
  furnace.set(result, { ...made, count: (there?.count ?? 0) + 1 });
}

/** The experience for everything taken out of the furnace since the last time. A fraction of a point becomes one by chance. */
export function takeExperience(furnace: Container): number {
  let points = 0;
  for (const [id, count] of Object.entries(recipesUsed(furnace))) {
    const name = id.replace('minecraft:', '').replace(/_from_(smelting|blasting|smoking)$/, '');
    points += experienceIn(name) * Math.max(0, Math.min(mostUsed, Number(valueOf(count)) || 0));
  }
  delete furnace.fields['RecipesUsed'];
  const whole = Math.floor(points);
  return whole + Number(Math.random() < points - whole);
}

/** As many as ten full slots: a file may say anything. */
const mostUsed = 640;

function recipesUsed(furnace: Container): Record<string, { type: string; value: unknown } | undefined> {
  const used = valueOf(furnace.fields['RecipesUsed']);
  return isRecord(used) ? (used as ReturnType<typeof recipesUsed>) : {};
}

function put(furnace: Container, name: string, value: number): void {
  furnace.fields[name] = { type: 'short', value };
}
