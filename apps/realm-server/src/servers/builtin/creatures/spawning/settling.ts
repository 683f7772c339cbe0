import { compound, int, list, string } from '../../../../world-format/nbt-tags.ts';
import { Vec3 } from 'vec3';
import type { OfficialMap, VillageBed } from '../../../../maps/official-map.ts';
import { type Compound, fieldOf, numberList, type Tag } from '../../../../world-format/nbt-fields.ts';
import { blockAt } from '../../land/block-state.ts';
import { timeOf } from '../../rules/days.ts';
import type { Game } from '../../rules/game.ts';
import type { Creature } from '../creature.ts';
import { kindsOf } from '../kinds.ts';

/** In ticks: villagers restock every half day, and new ones arrive in the morning. */
const halfDay = 12_000;
/** Beds are looked for so far from a player. */
const lookedWithin = 64;
/** So much land around a bed must be loaded that its sleeper is loaded as well. */
const seenAround = 40;
/** So far from its well the beds of a village are at most, and there its golem is. */
const villageReach = 48;
const besideWell = 3.5;
/** What a bed's height is, in blocks. */
const bedHeight = 9 / 16;

/** Whose halves of days have been counted to where. */
const passed = new WeakMap<object, number>();

/** Whether a half day has begun since the last call, by the sun, or by the clock where the sun stands still. */
export function hasTurned(whose: object, { squid }: Pick<Game, 'squid'>): boolean {
  const before = passed.get(whose);
  passed.set(whose, halfDayOf(squid));
  return before !== undefined && before !== halfDayOf(squid);
}

function halfDayOf(squid: Game['squid']): number {
  return Math.floor((squid.doDaylightCycle ? timeOf(squid) : squid.tickCount) / halfDay);
}

/** Who lives in a column as its map makes it, one for each bed, and a golem at the well of a village, in the game's form. */
export function settlersOf(map: OfficialMap, seed: number, columnX: number, columnZ: number): Compound[] {
  const beds = map.beds?.(seed, columnX * 16, columnZ * 16, 16) ?? [];
  const villagers = beds.map((bed) => Object.assign(settlerOf(bed), standing('villager', besideBed(bed))));
  const [x, z] = [columnX * 16, columnZ * 16];
  const around = map.beds?.(seed, x - villageReach, z - villageReach, 16 + villageReach * 2) ?? [];
  for (const { village, y } of around) {
    const [wellX = 0, wellZ = 0] = village.split(',').map(Number);
    if (wellX >> 4 !== columnX || wellZ >> 4 !== columnZ) continue;
    return [...villagers, standing('iron_golem', new Vec3(wellX + besideWell, y, wellZ + besideWell))];
  }
  return villagers;
}

function standing(name: string, at: Vec3): Compound {
  return { id: text(name), Pos: list('double', at.toArray()) };
}

/** In the morning one villager is added to each village that a player sees, at a bed that nobody uses any more. */
export function resettle(game: Game): void {
  const { squid, world, creatures, seed, map } = game;
  if (world.dimension !== 'overworld' || !map.beds || !hasTurned(game, game)) return;
  const kind = kindsOf(squid.registry).get('villager');
  if (!kind || !game.settings.villagersRespawn || halfDayOf(squid) % 2 !== 0) return;
  const taken = new Set(creatures.living().map((creature) => bedOf(creature)?.toString()));
  const settled = new Set<string>();
  for (const { position } of squid.players) {
    const { x, z } = position.offset(-lookedWithin, 0, -lookedWithin).floored();
    for (const bed of map.beds(seed, x, z, lookedWithin * 2)) {
      const at = new Vec3(bed.x, bed.y, bed.z);
      if (settled.has(bed.village) || taken.has(at.toString()) || !isAround(game, at)) continue;
      if (!blockAt(game, at)?.kind.name.endsWith('_bed')) continue;
      if (creatures.add(kind, besideBed(bed), { fields: settlerOf(bed) })) settled.add(bed.village);
    }
  }
}

/** The bed of a villager, in the game's form; null for none. */
export function bedOf({ fields }: Creature): Vec3 | null {
  const memory = ['Brain', 'memories', 'minecraft:home', 'value'].reduce(fieldOf, { value: fields } as unknown);
  const [x, y, z] = numberList(memory, 'pos', 3) ?? [];
  return x === undefined || y === undefined || z === undefined ? null : new Vec3(x, y, z);
}

const text = (value: string): Tag => string(`minecraft:${value}`);

function settlerOf({ x, y, z, profession, dress }: VillageBed): Compound {
  const home = compound({ dimension: text('overworld'), pos: { type: 'intArray', value: [x, y, z] } });
  return {
    VillagerData: compound({ profession: text(profession), type: text(dress), level: int(1) }),
    Brain: compound({ memories: compound({ 'minecraft:home': compound({ value: home }) }) }),
  };
}

function besideBed({ x, y, z }: VillageBed): Vec3 {
  return new Vec3(x + 0.5, y + bedHeight, z + 0.5);
}

function isAround({ world }: Game, at: Vec3): boolean {
  return [-seenAround, seenAround].every((x) =>
    [-seenAround, seenAround].every((z) => world.isSeen(at.offset(x, 0, z))),
  );
}
