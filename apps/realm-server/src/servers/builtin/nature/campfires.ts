import { list } from '../../../world-format/nbt-tags.ts';
import type { Vec3 } from 'vec3';
import { type Compound, numberList } from '../../../world-format/nbt-fields.ts';
import type { PlacedBlock } from '../land/block-state.ts';
import { mayBuild } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { itemNamed, useUp } from '../players/items.ts';
import { tellNear } from '../players/near.ts';
import { itemOf, itemTag, storedItems } from '../players/stored-items.ts';
import type { Game } from '../rules/game.ts';
import type { Item } from '../squid/squid.ts';
import { campfireTicks, smelting } from '../survival/smelting.ts';

const places = [0, 1, 2, 3];
const campfire = { name: 'campfire' };
/** Ticks between two checks of a campfire. */
const turnTicks = 40;
/** The action of the packet tile_entity_data of protocol 754 that is about a campfire. */
const campfireAction = 13;

export function isCookFire({ kind, properties }: PlacedBlock): boolean {
  return kind.name.endsWith('campfire') && properties['lit'] === 'true';
}

/** Packet block_place with raw food upon a campfire that burns. @returns false for anything else, and where there is no room. Source: the game's CampfireBlockEntity (1.16.5) */
export function layOnFire({ game, player, at, block, item }: Click): boolean {
  const isRaw = item !== null && smelting(campfire, item) !== null;
  if (!isCookFire(block) || !isRaw || !mayBuild(game, player, at)) return false;
  const food = foodOn(game, at);
  const free = food.indexOf(null);
  if (free < 0) return false;
  useUp(player);
  const times = timesOf(game, at);
  food[free] = { ...item, count: 1 };
  times[free] = 0;
  keep(game, at, food, times);
  game.blockTicks.wait(at, turnTicks);
  return true;
}

/** What lies on a fire gets done, and falls off. */
export function cook(game: Game, at: Vec3): void {
  const food = foodOn(game, at);
  const times = timesOf(game, at).map((ticks) => ticks + turnTicks);
  if (food.every((item) => item === null)) return;
  for (const place of places) {
    const raw = food[place];
    if (!raw || (times[place] ?? 0) < campfireTicks) continue;
    const done = itemNamed(game.squid.registry, smelting(campfire, raw)?.result ?? raw.name);
    food[place] = null;
    if (done) game.groundItems.drop(done, at.offset(0.5, 0.5, 0.5));
  }
  keep(game, at, food, times);
  game.blockTicks.wait(at, turnTicks);
}

/** What lies on a fire that is about to be gone. */
export function takeOffFire(game: Game, at: Vec3): Item[] {
  return foodOn(game, at).filter((item) => item !== null);
}

/** What clients are shown of what a file says of a campfire; nothing of anything else. */
export function shownOfCampfire(fields: Compound | null): Compound {
  return fields?.['id']?.value === 'minecraft:campfire' && fields['Items'] ? { Items: fields['Items'] } : {};
}

function foodOn(game: Game, at: Vec3): (Item | null)[] {
  const fields = game.world.blockEntity(at) ?? {};
  const stored = fields['id']?.value === 'minecraft:campfire' ? storedItems({ value: fields }, 'Items') : [];
  return places.map((place) => {
    const found = stored.find(({ slot }) => slot === place);
    return found ? itemOf(game.squid.registry, found) : null;
  });
}

function timesOf(game: Game, at: Vec3): number[] {
  return (
    numberList({ value: game.world.blockEntity(at) ?? {} }, 'CookingTimes', places.length)?.slice() ?? [0, 0, 0, 0]
  );
}

function keep(game: Game, at: Vec3, food: readonly (Item | null)[], times: readonly number[]): void {
  const value = food.flatMap((item, place) => (item ? [itemTag(item, place)] : []));
  const Items = list('compound', value);
  const id = { type: 'string', value: 'minecraft:campfire' };
  const before = shownOfCampfire(game.world.blockEntity(at))['Items'];
  const total = { type: 'intArray', value: places.map(() => campfireTicks) };
  const CookingTimes = { type: 'intArray', value: times };
  game.world.keepBlockEntity(at, { id, Items, CookingTimes, CookingTotalTimes: total });
  if (JSON.stringify(before) === JSON.stringify(Items)) return;
  const nbtData = { type: 'compound', name: '', value: { id, Items } };
  tellNear(game, at, 'tile_entity_data', { location: at, action: campfireAction, nbtData });
}
