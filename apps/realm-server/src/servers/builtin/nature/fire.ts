import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { directions, sides } from '../land/sides.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import { isProtected } from '../rules/place.ts';
import { isRainedOn } from '../rules/weather.ts';

/** So many blocks catch fire or burn away in a second of the realm: more burn later, or not at all. */
const mostInSecond = 20;
const oldest = 15;
const woods = 'oak|spruce|birch|jungle|acacia|dark_oak';
/** How easily something catches fire, and how fast it burns away. Source: the game's FireBlock (1.16.5) */
const burning: readonly (readonly [name: RegExp, catches: number, burns: number])[] = [
  [new RegExp(`^(${woods})_(planks|slab|stairs|fence|fence_gate)$`), 5, 20],
  [new RegExp(`^(stripped_)?(${woods})_(log|wood)$`), 5, 5],
  [/^coal_block$/, 5, 5],
  [/_leaves$|_wool$|^dried_kelp_block$/, 30, 60],
  [/^(bookshelf|lectern|bee_nest)$/, 30, 20],
  [/^(composter|beehive)$/, 5, 20],
  [/_carpet$|^hay_block$/, 60, 20],
  [/^target$/, 15, 20],
  [/^vine$/, 15, 100],
  [/^(bamboo|scaffolding)$/, 60, 60],
  [
    /^((tall_)?grass|(large_)?fern|dead_bush|sweet_berry_bush|dandelion|poppy|blue_orchid|allium|azure_bluet)$/,
    60,
    100,
  ],
  [/^((red|orange|white|pink)_tulip|oxeye_daisy|cornflower|lily_of_the_valley|wither_rose)$/, 60, 100],
  [/^(sunflower|lilac|rose_bush|peony)$/, 60, 100],
];
/** By the names of blocks that have been asked for. */
const fuels = new Map<string, { catches: number; burns: number }>();
const noFuel = { catches: 0, burns: 0 };
const feedsForEver = /^(netherrack|magma_block)$/;
const attached = { up: 'up', north: 'north', south: 'south', west: 'west', east: 'east' };

/** How many blocks have caught fire in the second that began at this tick. */
const spent = new WeakMap<Game, { since: number; count: number; say: (line: string) => void }>();

const upTo = (most: number): number => Math.floor(Math.random() * (most + 1));

export function isFire({ kind: { name } }: PlacedBlock): boolean {
  return name === 'fire';
}

/** Ticks until a fire has its turn again. */
export function fireTicks(): number {
  return 30 + upTo(9);
}

/** The fire that can burn at a place; null where none can. */
export function fireAt(game: Pick<Game, 'world' | 'squid'>, at: Vec3, age = 0): number | null {
  const { blocksByName } = game.squid.registry;
  const below = blockAt(game, at.offset(0, -1, 0));
  const fire = blocksByName['fire'];
  if (/^soul_s(and|oil)$/.test(below?.kind.name ?? '')) return blocksByName['soul_fire']?.defaultState ?? null;
  if (!fire) return null;
  const properties: Record<string, string> = { age: String(age) };
  for (const side of Object.keys(attached)) properties[side] = 'false';
  if (isSolid(below) || catches(below) > 0) return stateWith({ kind: fire, properties }, {});
  const beside = Object.keys(attached).filter((side) => catches(blockAt(game, at.plus(directions[side] ?? at))) > 0);
  for (const side of beside) properties[side] = 'true';
  return beside.length > 0 ? stateWith({ kind: fire, properties }, {}) : null;
}

/** One turn of a fire: it ages, goes out, burns its neighbours, and spreads. Source: the game's FireBlock (1.16.5) */
export function burn(game: Game, at: Vec3): void {
  const fire = blockAt(game, at);
  if (!fire || !isFire(fire)) return;
  if (fireAt(game, at) === null) return setBlock(game, at, 0);
  game.blockTicks.wait(at, fireTicks());
  if (!game.settings.fireSpread || !game.rules.isOn('doFireTick')) return;
  const below = blockAt(game, at.offset(0, -1, 0));
  const isEternal = feedsForEver.test(below?.kind.name ?? '');
  const before = Number(fire.properties['age']);
  const isWet = (place: Vec3): boolean =>
    [new Vec3(0, 0, 0), ...sides].some((side) => isRainedOn(game, place.plus(side)));
  if (!isEternal && Math.random() < 0.2 + before * 0.03 && isWet(at)) return setBlock(game, at, 0);
  const age = Math.min(oldest, before + Math.floor(upTo(2) / 2));
  if (age !== before) setBlock(game, at, stateWith(fire, { age: String(age) }));
  if (!isEternal && fuelAround(game, at) === 0) {
    if (!isSolid(below) || age > 3) setBlock(game, at, 0);
    return;
  }
  if (!isEternal && age === oldest && upTo(3) === 0 && catches(below) === 0) return setBlock(game, at, 0);
  for (const side of sides) consume(game, at.plus(side), side.y === 0 ? 300 : 250, age);
  spread(game, at, age, isWet);
}

/** Lava lights what burns near it. Source: the game's LavaFluid (1.16.5) */
export function kindle(game: Game, lava: Vec3): void {
  if (!game.settings.fireSpread || !game.rules.isOn('doFireTick')) return;
  let at = lava;
  for (let climbs = upTo(2); climbs > 0; climbs -= 1) {
    at = at.offset(upTo(2) - 1, 1, upTo(2) - 1);
    const isAir = at.y < 256 && game.world.isSeen(at) && game.world.blockStateAt(at) === 0;
    if (isAir && fuelAround(game, at) > 0) return catchFire(game, at, 0);
    if (!isAir) return;
  }
  const beside = lava.offset(upTo(2) - 1, 0, upTo(2) - 1);
  const above = beside.offset(0, 1, 0);
  if (at !== lava || !game.world.isSeen(beside) || catches(blockAt(game, beside)) === 0) return;
  if (above.y < 256 && game.world.blockStateAt(above) === 0) catchFire(game, above, 0);
}

/** A block next to a fire may burn away. */
function consume(game: Game, at: Vec3, bound: number, age: number): void {
  const block = blockAt(game, at);
  const { burns } = fuelOf(block);
  if (Math.random() * bound >= burns || isProtected(game, at)) return;
  if (upTo(age + 9) < 5 && !isRainedOn(game, at)) catchFire(game, at, Math.min(oldest, age + (upTo(4) === 4 ? 1 : 0)));
  else if (mayBurn(game)) setBlock(game, at, 0);
}

function spread(game: Game, from: Vec3, age: number, isWet: (place: Vec3) => boolean): void {
  for (let y = -1; y <= 4; y += 1) {
    for (const [x, z] of around) {
      const at = from.offset(x, y, z);
      if (at.y < 0 || at.y > 255 || game.world.blockStateAt(at) !== 0) continue;
      const fuel = fuelAround(game, at);
      if (fuel === 0) continue;
      const odds = Math.floor((fuel + 40 + game.squid.difficulty * 7) / (age + 30));
      if (odds <= 0 || upTo(y > 1 ? y * 100 - 1 : 99) > odds || isWet(at)) continue;
      catchFire(game, at, Math.min(oldest, age + (upTo(4) === 4 ? 1 : 0)));
    }
  }
}

const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((z) => [x, z] as const));

function catchFire(game: Game, at: Vec3, age: number): void {
  if (isProtected(game, at) || !mayBurn(game)) return;
  const before = game.world.blockStateAt(at);
  const state = fireAt(game, at, age);
  if (state !== null || before !== 0) setBlock(game, at, state ?? 0);
}

function mayBurn(game: Game): boolean {
  const { tickCount } = game.squid;
  const second = spent.get(game) ?? { since: tickCount, count: 0, say: seldom((line) => game.log(line)) };
  spent.set(game, second);
  if (tickCount - second.since >= 20) Object.assign(second, { since: tickCount, count: 0 });
  second.count += 1;
  if (second.count > mostInSecond)
    second.say(`More than ${mostInSecond} blocks burn in a second: the fire is held back`);
  return second.count <= mostInSecond;
}

function catches(block: PlacedBlock | null): number {
  return fuelOf(block).catches;
}

/** What does not burn has none. */
function fuelOf(block: PlacedBlock | null): { catches: number; burns: number } {
  if (!block || block.properties['waterlogged'] === 'true') return noFuel;
  const { name } = block.kind;
  let fuel = fuels.get(name);
  if (!fuel) {
    const [, catching = 0, burns = 0] = burning.find(([pattern]) => pattern.test(name)) ?? [];
    fuels.set(name, (fuel = { catches: catching, burns }));
  }
  return fuel;
}

/** How easily something beside an empty place catches fire. */
function fuelAround(game: Pick<Game, 'world' | 'squid'>, at: Vec3): number {
  return Math.max(...sides.map((side) => catches(blockAt(game, at.plus(side)))));
}

function isSolid(block: PlacedBlock | null): boolean {
  return (
    block?.kind.boundingBox === 'block' && !/_(slab|stairs|fence|fence_gate|wall|pane|leaves)$/.test(block.kind.name)
  );
}
