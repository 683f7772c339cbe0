import { join } from 'node:path';
import type { RealmSettings } from '@realmkeep/realm-protocol';
import { Vec3 } from 'vec3';
import type { OfficialMap } from '../../../maps/official-map.ts';
import { Arrows } from '../creatures/projectiles/arrows.ts';
import { Creatures } from '../creatures/creatures.ts';
import { settlersOf } from '../creatures/spawning/settling.ts';
import { Fireballs } from '../creatures/projectiles/fireballs.ts';
import { Spawners } from '../creatures/spawning/spawners.ts';
import { Explosions } from '../nature/explosions.ts';
import { PrimedTnt } from '../nature/primed-tnt.ts';
import { RandomTicks } from '../nature/random-ticks.ts';
import { CommandBlocks } from '../redstone/command-blocks.ts';
import { Redstone } from '../redstone/redstone.ts';
import { Boats } from '../riding/boats.ts';
import { Minecarts } from '../riding/minecarts.ts';
import { Riding } from '../riding/riding.ts';
import { Fishing } from '../survival/fishing.ts';
import { Gliding } from '../survival/gliding.ts';
import { Edits } from '../land/edits.ts';
import { World } from '../land/world.ts';
import { BlockTicks } from '../nature/block-ticks.ts';
import { Machines } from '../nature/machines.ts';
import type { Game, Realm } from '../rules/game.ts';
import type { Player, Squid } from '../squid/squid.ts';
import { GroundItems } from '../survival/ground-items.ts';
import { ThrownPotions } from '../survival/potions/thrown-potions.ts';
import { EnderEyes } from './ender-eyes.ts';
import { breakPortals } from './frames.ts';
import { type DimensionName, dimensionKinds } from './kinds.ts';

interface Origin {
  worldFolder: string;
  maps: Record<DimensionName, OfficialMap>;
  /** Of the overworld. */
  spawn: Vec3;
  centre: Vec3;
  changed: () => void;
}

/** With a narrower border the place where players arrive in the End would be outside. */
const leastInTheEnd = 300;
/** Of flying-squid's server: written in one dimension they hold in all. */
const shared = ['entityMaxId', 'time', 'days', 'doDaylightCycle', 'difficulty', 'gameMode', 'tickCount'] as const;

/** A realm's dimensions, each created when somebody first goes there. docs/decisions/124-nether-and-end.md */
export class Dimensions {
  readonly #make: (name: DimensionName) => Game;
  readonly #games = new Map<DimensionName, Game>();

  constructor(make: (name: DimensionName) => Game) {
    this.#make = make;
  }

  /** Those that have been created. */
  get all(): Game[] {
    return [...this.#games.values()];
  }

  of(name: DimensionName): Game {
    let game = this.#games.get(name);
    if (!game) this.#games.set(name, (game = this.#make(name)));
    return game;
  }

  /** Where an entity is. */
  gameOf({ world }: Pick<Player, 'world'>): Game {
    return this.of(world.dimension);
  }
}

/** One dimension's game: its land and what moves in it, over what all of them share. */
export function dimensionOf(realm: Realm, origin: Origin, dimension: DimensionName): Game {
  const here = (): Game => game;
  const { server, log, seed } = realm;
  const players: Squid['players'] = [];
  const views: Game['views'] = new Map();
  const parts = {
    groundItems: new GroundItems(here),
    machines: new Machines(here),
    blockTicks: new BlockTicks(here),
    creatures: new Creatures(here),
    spawners: new Spawners(here),
    redstone: new Redstone(here),
    commandBlocks: new CommandBlocks(here),
    randomTicks: new RandomTicks(here),
    explosions: new Explosions(here),
    edits: new Edits(here),
    arrows: new Arrows(here),
    fireballs: new Fireballs(here),
    tnt: new PrimedTnt(here),
    riding: new Riding(here),
    minecarts: new Minecarts(here),
    boats: new Boats(here),
    enderEyes: new EnderEyes(here),
    thrownPotions: new ThrownPotions(here),
    fishing: new Fishing(here),
    gliding: new Gliding(here),
  };
  const { groundItems, machines, blockTicks, creatures, spawners, redstone, arrows, fireballs, tnt } = parts;
  const { minecarts, boats, enderEyes, thrownPotions, fishing, gliding } = parts;
  const single = [groundItems, arrows, fireballs, tnt, minecarts, boats, enderEyes, fishing, gliding];
  const loose: Game['loose'] = [...single.map(({ things }) => things), ...thrownPotions.things];
  const world = new World({
    dimension,
    worldFolder: join(origin.worldFolder, dimensionKinds[dimension].folder),
    registry: server.registry,
    map: origin.maps[dimension],
    seed,
    log,
    changed: origin.changed,
    entities: [creatures, ...loose],
    settlers: (x, z) => settlersOf(origin.maps[dimension], seed, x, z),
    ticks: blockTicks,
    blockChanged(position, before, after) {
      blockTicks.blockChanged(position);
      redstone.blockChanged(position, before, after);
      breakPortals(game, position, before);
    },
    spawnerFound: (fields) => spawners.add(fields),
    containerUsed: (container) => machines.add(container),
    containerChanged: (at) => redstone.containerChanged(at),
    showLight(x, z, update) {
      for (const [player, view] of views) if (view.sees(x, z)) player._client.write('update_light', update);
    },
  });
  const own = {
    squid: seenFrom(server, players),
    world,
    views,
    settings: dimension === 'overworld' ? realm.settings : settingsOf(realm.settings, dimension),
    ...placesOf(origin, dimension),
    ...parts,
    loose,
  };
  const game: Game = Object.assign(Object.create(realm) as Realm, own);
  return game;
}

function placesOf({ spawn, centre, maps }: Origin, dimension: DimensionName): Pick<Game, 'spawn' | 'centre'> {
  if (dimension === 'overworld') return { spawn, centre };
  const { x, y, z } = maps[dimension].spawn(0);
  const { scale } = dimensionKinds[dimension];
  const middle = dimension === 'end' ? new Vec3(0.5, y, 0.5) : new Vec3(centre.x / scale, y, centre.z / scale);
  return { centre: middle, spawn: dimension === 'end' ? new Vec3(x + 0.5, y, z + 0.5) : middle.clone() };
}

/** flying-squid's server as it is seen from one dimension. */
function seenFrom(server: Squid, players: Squid['players']): Squid {
  const properties: PropertyDescriptorMap = { players: { value: players } };
  for (const name of shared) {
    properties[name] = { get: () => server[name], set: (value: never) => void (server[name] = value) };
  }
  return Object.create(server, properties) as Squid;
}

/** The realm's settings, live, except for the border and for spawn protection, which exists only around the realm's spawn. */
function settingsOf(settings: RealmSettings, dimension: DimensionName): RealmSettings {
  const { scale } = dimensionKinds[dimension];
  const least = dimension === 'end' ? leastInTheEnd : 0;
  return Object.create(settings, {
    borderDiameter: { get: () => Math.max(least, settings.borderDiameter / scale) },
    spawnProtectionRadius: { value: 0 },
  }) as RealmSettings;
}
