import { compound, int, list, string } from '../../../../world-format/nbt-tags.ts';
import type { Vec3 } from 'vec3';
import {
  type Compound,
  compoundsOf,
  fieldOf,
  isWritable,
  type Tag,
  valueOf,
} from '../../../../world-format/nbt-fields.ts';
import { blockAt, type PlacedBlock } from '../../land/block-state.ts';
import { change, isCreative, mayBuild } from '../../land/building.ts';
import { directions } from '../../land/sides.ts';
import { solidHeight } from '../../land/solid-height.ts';
import type { Click } from '../../players/click.ts';
import { itemNamed, useUp } from '../../players/items.ts';
import type { Game } from '../../rules/game.ts';
import { mostTagBytes } from '../../players/stored-items.ts';
import type { Item, ItemTags, Player } from '../../squid/squid.ts';
import { wearHeld } from '../../survival/digging/durability.ts';
import { giveOrDrop } from '../../windows/open-windows.ts';
import { isDay } from '../spawning/brightness.ts';
import type { Creature } from '../creature.ts';
import { creatureTags, readCreature } from '../stored-creatures.ts';

const room = 3;
/** Ticks that a bee stays in its hive, and that the others stay behind one that came out. */
const stays = { withNectar: 2400, otherwise: 600, behind: 100 };
const fullOfHoney = 5;
/** By chance a bee brings twice as much. */
const twice = 0.01;
const combs = 3;
/** How far above a campfire smoke keeps bees calm, and how far bees notice that a hive is disturbed. */
const smokeReach = 5;
const heardWithin = 8;

export function isHive(block: Pick<PlacedBlock, 'kind'> | null): boolean {
  return block?.kind.name === 'beehive' || block?.kind.name === 'bee_nest';
}

/** Whether bees are out: by day, where it does not rain. */
export function isBeeWeather(game: Game): boolean {
  return game.world.dimension !== 'overworld' || (isDay(game) && game.skies.weather === 'clear');
}

/** A place as fields of bees' files have it. */
export function placeTag({ x, y, z }: Vec3): Tag {
  return compound({ X: int(x), Y: int(y), Z: int(z) });
}

/** The bee goes into the hive, which keeps it. @returns false where there is no room. Source: the game's BeehiveBlockEntity (1.16.5) */
export function enterHive(game: Game, bee: Creature, at: Vec3): boolean {
  const bees = beesIn(game, at);
  if (bees.length >= room) return false;
  const { Pos: _place, UUID: _uuid, HivePos: _hive, ...EntityData } = creatureTags(bee);
  const ticks = bee.data.HasNectar === 1 ? stays.withNectar : stays.otherwise;
  const stay = { TicksInHive: int(0), MinOccupationTicks: int(ticks) };
  keep(game, at, [...bees, { EntityData: compound(EntityData), ...stay }]);
  game.creatures.remove(bee);
  game.blockTicks.wait(at, ticks);
  return true;
}

/** Lets one bee out if its time has come. */
export function letOut(game: Game, at: Vec3, block = blockAt(game, at)): void {
  const bees = beesIn(game, at);
  if (!block || bees.length === 0 || !isBeeWeather(game)) return;
  const [first = {}, ...others] = bees;
  if (!emerge(game, at, block, first)) return;
  keep(game, at, others);
  if (others.length > 0) game.blockTicks.wait(at, stays.behind);
  if (valueOf(fieldOf(first['EntityData'], 'HasNectar')) !== 1) return;
  const honey = Number(block.properties['honey_level']) + (Math.random() < twice ? 2 : 1);
  change(game, at, block, { honey_level: String(Math.min(fullOfHoney, honey)) });
}

/** All come out, and they and those nearby are angry with the player who disturbed them. */
export function disturb(game: Game, at: Vec3, block: PlacedBlock, by: Player): void {
  const left = beesIn(game, at).filter((stored) => !emerge(game, at, block, stored));
  if (beesIn(game, at).length > left.length) keep(game, at, left);
  if (isCreative(by)) return;
  for (const bee of game.creatures.living()) {
    if (bee.name === 'bee' && bee.position.distanceTo(at) <= heardWithin) bee.prey ??= by;
  }
}

/** Packet block_place with shears or a bottle upon a full hive. @returns false for anything else */
export function harvest({ game, player, at, block, item }: Click): boolean {
  const tool = item?.name === 'shears' || item?.name === 'glass_bottle' ? item.name : null;
  const isRipe = isHive(block) && block.properties['honey_level'] === String(fullOfHoney);
  if (!tool || !isRipe || !mayBuild(game, player, at)) return false;
  const { registry } = game.squid;
  const yields = tool === 'shears' ? itemNamed(registry, 'honeycomb', combs) : itemNamed(registry, 'honey_bottle');
  change(game, at, block, { honey_level: '0' });
  if (yields && tool === 'shears') game.groundItems.drop(yields, at.offset(0.5, 0.5, 0.5));
  if (tool === 'glass_bottle') useUp(player);
  else wearHeld(game, player);
  if (yields && tool === 'glass_bottle') giveOrDrop(game, player, yields);
  if (!isSmoked(game, at)) disturb(game, at, block, player);
  return true;
}

/** What a hive keeps when it is broken with Silk Touch; null for an empty one, and where it is more than an item can have. */
export function keptInHive(game: Game, at: Vec3, { properties }: PlacedBlock): ItemTags['value'] | null {
  const bees = beesIn(game, at);
  const honey_level = string(properties['honey_level'] ?? '0');
  if (bees.length === 0 && honey_level.value === '0') return null;
  const tags = {
    BlockEntityTag: compound({ Bees: list('compound', bees) }),
    BlockStateTag: compound({ honey_level }),
  };
  return isWritable(tags, mostTagBytes) ? tags : null;
}

/** Restores into a placed hive what its item held. */
export function fillHive(game: Game, at: Vec3, { nbt }: Item): void {
  const block = blockAt(game, at);
  const honey = valueOf(fieldOf(nbt?.value['BlockStateTag'], 'honey_level'));
  if (block && typeof honey === 'string') change(game, at, block, { honey_level: honey });
  keep(game, at, compoundsOf(nbt?.value['BlockEntityTag'], 'Bees').slice(0, room));
}

function isSmoked(game: Game, at: Vec3): boolean {
  for (let down = 1; down <= smokeReach; down += 1) {
    const below = blockAt(game, at.offset(0, -down, 0));
    if (below?.kind.name.endsWith('campfire')) return below.properties['lit'] === 'true';
    if (solidHeight(below) > 0) return false;
  }
  return false;
}

function beesIn(game: Game, at: Vec3): Compound[] {
  return compoundsOf({ value: game.world.blockEntity(at) ?? {} }, 'Bees').slice(0, room);
}

function keep(game: Game, at: Vec3, bees: Compound[]): void {
  const id = string('minecraft:beehive');
  game.world.keepBlockEntity(at, { ...game.world.blockEntity(at), id, Bees: list('compound', bees) });
}

/** A stored bee comes out in front of the hive, and leaves its nectar in it. @returns false if it cannot */
function emerge(game: Game, at: Vec3, { properties }: PlacedBlock, stored: Compound): boolean {
  const front = at.plus(directions[properties['facing'] ?? ''] ?? at);
  if (!game.world.isSeen(front) || solidHeight(blockAt(game, front)) > 0) return false;
  const place = front.offset(0.5, 0.2, 0.5);
  const Pos = list('double', place.toArray());
  const kept = valueOf(stored['EntityData']) as Compound | undefined;
  const read = readCreature(game.squid.registry, { ...kept, Pos });
  const mayCome = game.settings.animalSpawn || kept?.['Health'] !== undefined;
  if (read?.kind.name !== 'bee' || !mayCome) return false;
  const { fields, data, ...traits } = read.stored;
  const own = { data: { ...data, HasNectar: 0 }, fields: { ...fields, HivePos: placeTag(at) } };
  return game.creatures.add(read.kind, place, { ...traits, ...own }) !== null;
}
