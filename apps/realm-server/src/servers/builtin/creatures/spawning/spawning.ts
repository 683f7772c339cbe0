import { Vec3 } from 'vec3';
import { biomeAt, blockAt } from '../../land/block-state.ts';
import { solidHeight } from '../../land/solid-height.ts';
import { fluidOf } from '../../land/fluid.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import { isInsideBorder } from '../../rules/place.ts';
import { isMortal } from '../../survival/body.ts';
import { lightAt } from './brightness.ts';
import { between, type Creature, isLasting } from '../creature.ts';
import { type Kind, kindsOf } from '../kinds.ts';
import { topWithin } from '../movement.ts';

/** Of so many columns that are seen the caps hold; more or fewer allow more or fewer. */
const columnsOfCap = 289;
/** Animals only spawn like this, none as a column is generated, so the cap is twice the game's. */
const caps = { monster: 70, animal: 20 };
const tries = { monster: 3, animal: 3 };
const animalTicks = 40;
const groupSize = 4;
/** From the nearest player, and where players appear; farther than most they go. */
const distance = { least: 24, most: 128, spread: 100 };
/** From a place in the air it is so far down to the ground at most. */
const searched = 24;
const babyLikelihood = 0.05;
/** A monster this far from everybody may despawn: after this many thoughts, with this likelihood in each. */
const lonely = { from: 32, thoughts: 120, likelihood: 1 / 160 };

type Weights = Record<string, number>;
/** Relative weights of each. Source: the game's biomes (1.16.5); all biomes of the overworld count as one here */
const weights: Record<'monster' | 'animal' | 'fortress', Weights> = {
  monster: { zombie: 100, skeleton: 100, spider: 100, creeper: 100, enderman: 10, slime: 100 },
  animal: { sheep: 12, pig: 10, chicken: 10, cow: 8, wolf: 5, horse: 5, donkey: 1 },
  fortress: { blaze: 10, zombified_piglin: 5, skeleton: 2, magma_cube: 3 },
};
/** The same by the numbers of biomes elsewhere: the Nether's wastes, the End, and the Nether's four others. */
const elsewhere: Record<number, Weights | undefined> = {
  8: { ghast: 50, zombified_piglin: 100, magma_cube: 2, enderman: 1 },
  9: { enderman: 10 },
  170: { skeleton: 20, ghast: 50, enderman: 1 },
  171: { zombified_piglin: 1 },
  172: { enderman: 1 },
  173: { ghast: 40, magma_cube: 100 },
};
/** Of those selected: the game discards most ghasts. */
const ghastLikelihood = 0.05;
/** The most light in which each spawns, where it is not only darkness. */
const brightest: Record<string, number | undefined> = {
  slime: 15,
  magma_cube: 15,
  ghast: 15,
  zombified_piglin: 15,
  blaze: 11,
};
const plains = new Set([1, 35, 36, 129, 163, 164]);
/** Ids of the biomes to which some are restricted: forests and taiga, or plains and savanna. */
const biomesOf: Record<string, ReadonlySet<number> | undefined> = {
  wolf: new Set([4, 5, 18, 19, 30, 31, 32, 33, 132, 133, 160, 161]),
  horse: plains,
  donkey: plains,
};
const slimesBelow = 40;

/** One tick of creatures coming by themselves: around those who play, not those who build or look on. */
export function spawn(game: Game): void {
  const { settings, rules, squid, creatures } = game;
  const players = squid.players.filter(isMortal);
  if (players.length === 0 || !settings.mobSpawning || !rules.isOn('doMobSpawning')) return;
  const isDue = {
    monster: mayHaveMonsters(game),
    animal: settings.animalSpawn && squid.tickCount % animalTicks === 0,
  };
  for (const category of ['monster', 'animal'] as const) {
    if (!isDue[category] || creatures.isFull) continue;
    for (let n = 0; n < tries[category] && creatures.count(category) < capOf(game, category); n += 1) {
      const player = players[between(0, players.length - 1)];
      if (player) spawnGroup(game, category, player.position);
    }
  }
}

/** How many there may be, by the columns that are seen. */
function capOf({ world }: Game, category: 'monster' | 'animal'): number {
  return (caps[category] * world.seenCount) / columnsOfCap;
}

/** Whether monsters may spawn in the realm at all. */
export function mayHaveMonsters({ settings, squid }: Game): boolean {
  return settings.mobSpawning && settings.monsterSpawn && squid.difficulty > 0;
}

/** Whether a monster despawns now because nobody is near, or because of PEACEFUL. */
export function mayGo(game: Game, creature: Creature): boolean {
  if (creature.kind.category !== 'monster') return false;
  if (game.squid.difficulty === 0) return true;
  const far = nearestPlayerTo(game, creature.position);
  creature.lonelyThoughts = far > lonely.from ? creature.lonelyThoughts + 1 : 0;
  if (isLasting(creature)) return false;
  const isForgotten = creature.lonelyThoughts > lonely.thoughts && Math.random() < lonely.likelihood;
  return far > distance.most || isForgotten;
}

function spawnGroup(game: Game, category: 'monster' | 'animal', around: Vec3): void {
  const at = around.offset(
    between(-distance.spread, distance.spread),
    between(-64, searched),
    between(-distance.spread, distance.spread),
  );
  const start = groundBelow(game, at.floored());
  const kind = start && chosen(game, category, start);
  if (!start || !kind) return;
  for (let n = 0; n < groupSize; n += 1) {
    const place = groundBelow(game, start.offset(n && between(-5, 5), 3, n && between(-5, 5)));
    if (!place || !isGood(game, kind, place)) continue;
    const isChild = category === 'animal' && Math.random() < babyLikelihood;
    game.creatures.add(kind, place.offset(0.5, 0, 0.5), isChild ? { age: -24_000 } : {});
  }
}

/** The first place with ground under it from here down; null where there is none, or the place is not seen. */
function groundBelow({ world, squid }: Game, from: Vec3): Vec3 | null {
  if (from.y < 1 || from.y > 254 || !world.isSeen(from)) return null;
  if (solidHeight(blockAt({ world, squid }, from)) > 0) return null;
  for (let y = from.y - 1; y >= Math.max(0, from.y - searched); y -= 1) {
    if (solidHeight(blockAt({ world, squid }, { x: from.x, y, z: from.z })) > 0) return new Vec3(from.x, y + 1, from.z);
  }
  return null;
}

function isGood(game: Game, kind: Kind, at: Vec3): boolean {
  const under = blockAt(game, at.offset(0, -1, 0));
  const feet = at.offset(0.5, 0, 0.5);
  if (!under || solidHeight(under) !== 1 || under.kind.transparent || under.kind.name === 'bedrock') return false;
  if (fluidOf(blockAt(game, at)) || topWithin(game, feet, kind) > at.y) return false;
  if (nearestPlayerTo(game, feet) < distance.least || game.spawn.distanceTo(feet) < distance.least) return false;
  if (!isInsideBorder(game.settings, game.centre, feet)) return false;
  if (kind.category === 'monster') return isDark(game, kind, at);
  const light = lightAt(game, at);
  return under.kind.name === 'grass_block' && Math.max(light.sky, light.block) >= 9;
}

/** Whether it is dark enough for a monster: by chance, as in the game. */
export function isDark(game: Game, { name }: Kind, at: Vec3): boolean {
  const light = lightAt(game, at);
  const most = brightest[name];
  return most === undefined ? light.sky <= between(0, 31) && light.now <= between(0, 7) : light.block <= most;
}

/** By chance, one of those that may be here; slimes and wolves only at some places. */
function chosen(game: Game, category: 'monster' | 'animal', at: Vec3): Kind | undefined {
  const [x, z] = [Math.floor(at.x / 16), Math.floor(at.z / 16)];
  const { world } = game;
  const biome = biomeAt(game, at);
  const isFortress = world.dimension === 'nether' && blockAt(game, at.offset(0, -1, 0))?.kind.name === 'nether_bricks';
  const of = isFortress ? weights.fortress : (elsewhere[biome] ?? weights.monster);
  const all = Object.entries(category === 'animal' ? weights.animal : of);
  let left = Math.random() * all.reduce((sum, [, weight]) => sum + weight, 0);
  const name = all.find(([, weight]) => (left -= weight) < 0)?.[0] ?? '';
  if (name === 'ghast' && Math.random() >= ghastLikelihood) return undefined;
  // One column of ten has slimes, deep down: which, the seed says.
  const hasSlimes = at.y < slimesBelow && Math.abs((x * 73_856_093) ^ (z * 19_349_663) ^ game.seed) % 10 === 0;
  if (name === 'slime' && !hasSlimes) return undefined;
  if (biomesOf[name]?.has(biome) === false) return undefined;
  return kindsOf(game.squid.registry).get(name);
}

function nearestPlayerTo({ squid }: Game, at: Vec3): number {
  const there = squid.players.filter(({ gameMode }) => gameMode !== gameModeNumber.SPECTATOR);
  return Math.min(...there.map(({ position }) => position.distanceTo(at)));
}
