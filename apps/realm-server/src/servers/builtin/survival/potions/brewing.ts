import { blockAt, stateWith } from '../../land/block-state.ts';
import { setBlock } from '../../land/building.ts';
import type { Container } from '../../land/container.ts';
import { less } from '../../players/items.ts';
import type { Game } from '../../rules/game.ts';
import type { Item } from '../../squid/squid.ts';
import { leftover } from '../../windows/crafting.ts';
import { brewedItem, isIngredient } from './potions.ts';

const bottles = [0, 1, 2];
export const brewingSlots = { ingredient: 3, fuel: 4 };
/** What the packet craft_progress_bar of protocol 754 shows of a stand. */
export const brewingProgress = ['BrewTime', 'Fuel'];
const brewTicks = 400;
/** So often one blaze powder heats. */
const usesOfPowder = 20;

/** How many of an item a slot of a stand holds. */
export function standBears(slot: number, { name, stackSize }: Item): number {
  if (slot === brewingSlots.ingredient) return isIngredient(name) ? stackSize : 0;
  if (slot === brewingSlots.fuel) return name === 'blaze_powder' ? stackSize : 0;
  return /^(splash_|lingering_)?potion$/.test(name) || name === 'glass_bottle' ? 1 : 0;
}

/** One tick of a brewing stand. Source: the game's BrewingStandBlockEntity (1.16.5) */
export function brew(game: Game, stand: Container): void {
  const before = brewingProgress.map((name) => stand.number(name)).join();
  // As much as a byte holds, which the fuel is written as.
  let [time = 0, fuel = 0] = brewingProgress.map((name) =>
    Math.max(0, stand.number(name, name === 'Fuel' ? 127 : brewTicks)),
  );
  const powder = stand.get(brewingSlots.fuel);
  if (fuel === 0 && powder?.name === 'blaze_powder') {
    fuel = usesOfPowder;
    stand.set(brewingSlots.fuel, less(powder));
  }
  const ingredient = stand.get(brewingSlots.ingredient)?.name ?? '';
  const made = bottles.map((slot) => brewedItem(game.squid.registry, stand.get(slot), ingredient));
  const isBrewing = made.some((item) => item !== null);
  if (time > 0) time = isBrewing ? time - 1 : 0;
  else if (isBrewing && fuel > 0) [time, fuel] = [brewTicks, fuel - 1];
  if (stand.number('BrewTime') === 1 && time === 0 && isBrewing) finish(game, stand, made);
  if (before !== `${time},${fuel}`) {
    stand.fields['BrewTime'] = { type: 'short', value: time };
    stand.fields['Fuel'] = { type: 'byte', value: fuel };
    if (time % 40 === 0) stand.changed();
    for (const tell of stand.watchers) tell(-1);
  }
  showBottles(game, stand);
}

function finish(game: Game, stand: Container, made: readonly (Item | null)[]): void {
  for (const slot of bottles) if (made[slot]) stand.set(slot, made[slot]);
  const ingredient = stand.get(brewingSlots.ingredient);
  if (!ingredient) return;
  const left = less(ingredient);
  const rest = leftover(game.squid.registry, ingredient);
  stand.set(brewingSlots.ingredient, left ?? rest);
  if (left && rest) game.groundItems.drop(rest, stand.at.offset(0.5, 1, 0.5));
}

function showBottles(game: Game, stand: Container): void {
  const block = blockAt(game, stand.at);
  if (block?.kind.name !== 'brewing_stand') return;
  const properties = Object.fromEntries(
    bottles.map((slot) => [`has_bottle_${slot}`, String(stand.get(slot) !== null)]),
  );
  if (bottles.some((slot) => properties[`has_bottle_${slot}`] !== block.properties[`has_bottle_${slot}`])) {
    setBlock(game, stand.at, stateWith(block, properties));
  }
}
