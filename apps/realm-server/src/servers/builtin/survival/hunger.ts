import { handSlot, heldSlot, itemNamed, less, otherHandSlot } from '../players/items.ts';
import { giveOrDrop } from '../windows/open-windows.ts';
import type { Game } from '../rules/game.ts';
import { readTable } from '../squid/tables.ts';
import type { Item, Player } from '../squid/squid.ts';
import { bodyOf, exhaust, fullFood, fullHealth, isMortal } from './body.ts';
import { wander } from './chorus-fruit.ts';
import { causes, hurt } from './damage.ts';
import { digestEffects } from './potions/effect-turns.ts';

interface Food {
  name: string;
  foodPoints: number;
  saturation: number;
}

const peaceful = 0;
const mealTicks = 32;
const quickMealTicks = 16;
/** What also those eat who are not hungry. */
const alwaysEaten = /^((enchanted_)?golden_apple|chorus_fruit|honey_bottle|milk_bucket|potion|suspicious_stew)$/;
/** Drinks, which do not feed. */
const drinks = new Set(['milk_bucket', 'potion']);
/** What stays of a meal. */
const dishes: Record<string, string> = {
  mushroom_stew: 'bowl',
  rabbit_stew: 'bowl',
  beetroot_soup: 'bowl',
  suspicious_stew: 'bowl',
  honey_bottle: 'glass_bottle',
  milk_bucket: 'bucket',
  potion: 'glass_bottle',
};
/** At 4 of exhaustion a point goes; food of 18 heals slowly, and with saturation a full one fast. */
const pointCosts = 4;
const healsFrom = 18;
const slowTicks = 80;
const fastTicks = 10;
const healingCosts = 6;
const eaten = 9;
/** Down to this hunger takes health, by difficulty; on hard to death. */
const starvesTo = [fullHealth, 10, 1, 0];

/** By their names: the numbers in the table are those of 1.16.1. */
let foods: Map<string, Food> | null = null;

function foodOf(item: Item | null | undefined): Food | undefined {
  if (!item) return undefined;
  if (drinks.has(item.name)) return { name: item.name, foodPoints: 0, saturation: 0 };
  foods ??= new Map((readTable('foods') as Food[]).map((food) => [food.name, food]));
  return foods.get(item.name);
}

/** One tick of growing hungry, healing and starving. Source: https://minecraft.wiki/w/Hunger (Java Edition 1.16) */
export function digest(game: Game, player: Player): void {
  const body = bodyOf(player);
  const before = [player.food, player.foodSaturation, player.health].join();
  if (body.exhaustion >= pointCosts) {
    body.exhaustion -= pointCosts;
    if (player.foodSaturation > 0) player.foodSaturation = Math.max(0, player.foodSaturation - 1);
    else if (game.squid.difficulty !== peaceful) player.food = Math.max(0, player.food - 1);
  }
  body.foodTicks += 1;
  if (game.squid.difficulty === peaceful) restInPeace(game, player);
  const isHealing = game.settings.naturalRegeneration && player.health < fullHealth;
  if (isHealing && player.food >= fullFood && player.foodSaturation > 0 && body.foodTicks >= fastTicks) {
    const spent = Math.min(player.foodSaturation, healingCosts);
    heal(player, spent / healingCosts, spent);
  } else if (isHealing && player.food >= healsFrom && body.foodTicks >= slowTicks) {
    heal(player, 1, healingCosts);
  } else if (player.food === 0 && body.foodTicks >= slowTicks) {
    body.foodTicks = 0;
    if (player.health > (starvesTo[game.squid.difficulty] ?? 0)) hurt(game, player, 1, causes.hunger);
  } else if (player.food >= healsFrom && !isHealing) body.foodTicks = 0;
  if (before !== [player.food, player.foodSaturation, player.health].join()) player.updateHealth(player.health);
}

/** On PEACEFUL everybody heals, and grows full again. */
function restInPeace({ squid: { tickCount } }: Game, player: Player): void {
  if (tickCount % 20 === 0) player.health = Math.min(fullHealth, player.health + 1);
  if (tickCount % 10 === 0) player.food = Math.min(fullFood, player.food + 1);
}

function heal(player: Player, by: number, cost: number): void {
  bodyOf(player).foodTicks = 0;
  player.health = Math.min(fullHealth, player.health + by);
  exhaust(player, cost);
}

/** Packet use_item: starts eating the item in that hand. */
export function beginMeal(player: Player, hand: unknown): boolean {
  const slot = handSlot(player, hand);
  const item = player.inventory.slots[slot];
  const food = foodOf(item);
  if (!item || !food || !isMortal(player)) return false;
  if (player.food >= fullFood && !alwaysEaten.test(food.name)) return false;
  bodyOf(player).meal = { slot, type: item.type, ticksLeft: food.name === 'dried_kelp' ? quickMealTicks : mealTicks };
  return true;
}

/** The player stops eating. */
export function endMeal(player: Player): void {
  bodyOf(player).meal = null;
}

/** One tick of eating, which ends when the held item changes. */
export function eat(game: Game, player: Player): void {
  const { meal } = bodyOf(player);
  if (!meal) return;
  const item = player.inventory.slots[meal.slot];
  const isHeld = meal.slot === otherHandSlot || meal.slot === heldSlot(player);
  if (!item || item.type !== meal.type || !isHeld) return endMeal(player);
  if ((meal.ticksLeft -= 1) > 0) return;
  endMeal(player);
  const food = foodOf(item);
  if (!food) return;
  player.inventory.updateSlot(meal.slot, less(item));
  const dish = itemNamed(game.squid.registry, dishes[item.name] ?? '');
  if (dish) giveOrDrop(game, player, dish);
  digestEffects(game, player, item);
  game.advancements.earn(player, 'husbandry/root', 'consumed_item');
  player._client.write('entity_status', { entityId: player.id, entityStatus: eaten });
  feed(player, food.foodPoints, food.saturation);
  if (item.name === 'chorus_fruit') wander(game, player);
}

export function feed(player: Player, points: number, saturation: number): void {
  player.food = Math.min(fullFood, player.food + points);
  player.foodSaturation = Math.min(player.food, player.foodSaturation + saturation);
  player.updateHealth(player.health);
}
