import type { Vec3 } from 'vec3';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { type Creature, isLasting, sizeOf, type Stored } from './creature.ts';
import { thinkTicks } from './goal.ts';
import { think } from './goals.ts';
import type { Target } from '../nature/explosions.ts';
import { feel, feelTicks, hurtCreature, land } from './hurting.ts';
import type { Kind } from './kinds.ts';
import { flyBody } from './flying.ts';
import { isAtRest, moveBody } from './movement.ts';
import { hasLeftHome, isInColumn } from '../land/stored-entity.ts';
import { findWay } from './paths.ts';
import { endow } from './species/horse-traits.ts';
import { resettle } from './spawning/settling.ts';
import { show, showMove, showStatus } from './showing.ts';
import { mayGo, spawn } from './spawning/spawning.ts';
import { creatureTags, newborn, readCreature, uuidOf } from './stored-creatures.ts';

/** So many are in the columns in memory at most. */
const mostCreatures = 200;
/** What all together may take of a tick; the others have their turn in the next. */
const budgetMs = 10;
/** Shorter delays are not logged. */
const lateTicks = 20;
/** In so many places all together look for their ways in a tick, and one for one way. */
const mostPlaces = 150;
const placesOf = { walker: 60, hunter: 150 };
/** When a path is given up: at least, and per block of it. */
const wayTicks = { least: 20, each: 20 };
/** Ticks between: moves sent to clients, updates of viewers, moves of creatures at rest, and changes of the column a creature is saved with. */
const everyTicks = { move: 3, viewers: 10, rest: 20, home: 600 };
/** How long the dead lie. */
const deathTicks = { boss: 200, otherwise: 20 };
/** Clients count so many parts of a dragon behind its own number, each of which can be hit. */
const dragonParts = 8;
const bottom = -64;
/** entity_status of protocol 754. */
const dead = 3;

/** What lives in a dimension besides its players. Things happen only where a player can see them. */
export class Creatures {
  readonly #game: () => Game;
  readonly #all = new Map<number, Creature>();
  #placesLeft = mostPlaces;
  /** Creatures that have not had their turn yet. */
  #waiting: Creature[] = [];
  /** For how many ticks in a row some have been left. */
  #lateTicks = 0;
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** Those that live. */
  living(): Creature[] {
    return [...this.#all.values()].filter(({ deadTicks }) => deadTicks === null);
  }

  get isFull(): boolean {
    return this.#all.size >= mostCreatures;
  }

  count(category: Kind['category']): number {
    return this.living().filter(({ kind }) => kind.category === category).length;
  }

  withId(id: number): Creature | undefined {
    const isPart = (one: Creature): boolean => one.name === 'ender_dragon' && id > one.id && id <= one.id + dragonParts;
    const creature = this.#all.get(id) ?? this.living().find(isPart);
    return creature?.deadTicks === null ? creature : undefined;
  }

  /** Adds a creature to the world. @returns null when there are too many */
  add(kind: Kind, at: Vec3, traits: Partial<Stored> = {}): Creature | null {
    if (this.isFull && kind.category !== 'boss') {
      this.#say(`There are ${mostCreatures} creatures: no more come`);
      return null;
    }
    const creature = this.#place(kind, { ...newborn(kind, at), ...traits }, at);
    this.touch(creature);
    show(this.#game(), creature);
    return creature;
  }

  /** The nearest that lives within so many blocks of another, of those for whom the test holds. */
  nearest(to: Creature, within: number, test: (other: Creature) => boolean): Creature | null {
    let found: Creature | null = null;
    let nearest = within;
    for (const other of this.#all.values()) {
      if (other === to || other.deadTicks !== null) continue;
      const far = other.position.distanceTo(to.position);
      if (far > nearest || !test(other)) continue;
      [found, nearest] = [other, far];
    }
    return found;
  }

  /** Sends it somewhere at a multiple of its pace. @returns whether it is on its way, or as near as it gets */
  walk(creature: Creature, to: Vec3, haste = 1): boolean {
    const { tickCount } = this.#game().squid;
    const { walk, kind } = creature;
    if (walk && walk.to.distanceTo(to) < 1 && tickCount < walk.until) {
      walk.haste = haste;
      return walk.way.length > 0;
    }
    if (this.#placesLeft <= 0) {
      this.#say(`Creatures look at more than ${mostPlaces} places in a tick to find their ways: some wait`);
      return false;
    }
    const most = kind.category === 'monster' ? placesOf.hunter : placesOf.walker;
    const { way, looked } = kind.flies
      ? { way: [to], looked: 0 }
      : findWay(this.#game(), creature.position, to, sizeOf(creature).height, most);
    this.#placesLeft -= looked;
    creature.walk = { to, haste, way, until: tickCount + wayTicks.least + way.length * wayTicks.each };
    return way.length > 0;
  }

  tick(): void {
    this.#placesLeft = mostPlaces;
    spawn(this.#game());
    resettle(this.#game());
    const until = performance.now() + budgetMs;
    if (this.#waiting.length === 0) this.#waiting = [...this.#all.values()];
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const isThere = next.kind.category === 'boss' || this.#game().world.isSeen(next.position);
      if (isThere && this.#all.has(next.id)) this.#live(next);
      if (performance.now() > until) break;
    }
    this.#lateTicks = this.#waiting.length > 0 ? this.#lateTicks + 1 : 0;
    if (this.#lateTicks > lateTicks)
      this.#say(`Creatures take more than ${budgetMs} ms of a tick: they act more slowly`);
  }

  /** A player respawns: not every client kept what it had been shown. */
  showAgain(player: Player): void {
    for (const { viewers } of this.#all.values()) viewers.delete(player);
  }

  /** What explosions find of them. */
  *targets(): Generator<Target> {
    const game = this.#game();
    for (const creature of this.living()) {
      yield {
        position: creature.position,
        ...sizeOf(creature),
        feel(damage, push, { by }) {
          hurtCreature(game, creature, damage, by);
          creature.velocity.add(push);
        },
      };
    }
  }

  /** It dies, and lies there for a second. */
  die(creature: Creature): void {
    this.#game().riding.empty(creature.id);
    creature.health = 0;
    creature.deadTicks = 0;
    this.touch(creature);
    showStatus(creature, dead);
  }

  /** Puts it somewhere else. */
  put(creature: Creature, to: Vec3): void {
    this.#game().riding.empty(creature.id);
    creature.position = to;
    creature.walk = null;
    creature.fallen = 0;
    creature.onGround = false;
    this.touch(creature);
  }

  /** It is gone without a trace. */
  remove(creature: Creature): void {
    this.#forget(creature);
    this.touch(creature);
  }

  /** Marks it to be saved with the column it is in now, and no longer with its former one. */
  touch(creature: Creature): void {
    const { world } = this.#game();
    const isSaved = isLasting(creature) || creature.fields['id'] !== undefined;
    if (isSaved) world.touch(creature.home);
    creature.home = creature.position;
    if (isSaved) world.touch(creature.home);
  }

  /** Takes over the creatures of a column that is loaded. @returns its other entities, and those for which there is no room */
  arrive(x: number, z: number, entities: Compound[]): Compound[] {
    return entities.filter((fields) => {
      const read = !this.isFull && readCreature(this.#game().squid.registry, fields);
      if (!read) return true;
      // It may have walked on since it was saved with this column.
      this.#place(read.kind, read.stored, read.stored.position.clone().set(x * 16, 0, z * 16));
      return false;
    });
  }

  /** Those that are saved with a column, as the game's files have them. */
  tagsOf(x: number, z: number): Compound[] {
    return this.living()
      .filter((creature) => isInColumn(creature.home, x, z) && isLasting(creature))
      .map(creatureTags);
  }

  /** Nobody sees the column any more: the creatures in it are saved with it. */
  unseen(x: number, z: number): void {
    for (const creature of this.#all.values()) {
      if (isInColumn(creature.position, x, z) || isInColumn(creature.home, x, z)) this.touch(creature);
    }
  }

  /** The column is unloaded with the creatures in it; monsters are gone for good. */
  depart(x: number, z: number): void {
    for (const creature of this.#all.values()) {
      if (creature.kind.category !== 'boss' && isInColumn(creature.home, x, z)) this.#forget(creature);
    }
  }

  /** Marks all to be saved again, with their present state. */
  touchAll(): void {
    for (const creature of this.#all.values()) this.touch(creature);
  }

  /** One tick of a creature's life. */
  #live(creature: Creature): void {
    const game = this.#game();
    const turn = game.squid.tickCount + creature.id;
    if (turn % everyTicks.viewers === 0) show(game, creature);
    const isBoss = creature.kind.category === 'boss';
    const lies = isBoss ? deathTicks.boss : deathTicks.otherwise;
    if (creature.deadTicks !== null && (creature.deadTicks += 1) >= lies) return this.remove(creature);
    if (isBoss) {
      // Its fight moves it.
      if (turn % everyTicks.move === 0) showMove(creature);
      return;
    }
    if (turn % thinkTicks === 0 && mayGo(game, creature)) return this.remove(creature);
    if (turn % thinkTicks === 0 && creature.deadTicks === null) think(game, creature);
    if (turn % feelTicks === 0 && creature.deadTicks === null) feel(game, creature);
    if (creature.kind.flies && creature.deadTicks === null) flyBody(game, creature);
    else if (game.riding.ridersOf(creature.id).length > 0) creature.walk = null;
    else if (!isAtRest(creature) || turn % everyTicks.rest === 0) moveBody(game, creature);
    if (creature.onGround && creature.fallen > 0) land(game, creature);
    if (creature.position.y < bottom) return this.remove(creature);
    if (turn % everyTicks.move === 0) showMove(creature);
    if (turn % everyTicks.home === 0 && hasLeftHome(creature)) this.touch(creature);
  }

  #place(kind: Kind, stored: Stored, home: Vec3): Creature {
    const { squid } = this.#game();
    squid.entityMaxId += 1;
    const id = squid.entityMaxId;
    if (kind.name === 'ender_dragon') squid.entityMaxId += dragonParts;
    const { yaw } = stored;
    const creature: Creature = {
      ...stored,
      id,
      type: 'mob',
      kind,
      name: kind.name,
      uuid: uuidOf(stored.uuidParts),
      headYaw: yaw,
      pitch: 0,
      onGround: false,
      home,
      fallen: 0,
      shieldedUntil: 0,
      lastDamage: 0,
      hurtAt: Number.NEGATIVE_INFINITY,
      prey: null,
      struckAt: 0,
      swollen: 0,
      gaze: null,
      lonelyThoughts: 0,
      deadTicks: null,
      walk: null,
      viewers: new Set(),
      shown: { x: 0, y: 0, z: 0, yaw: 0, headYaw: 0, pitch: 0 },
    };
    endow(creature);
    this.#all.set(creature.id, creature);
    return creature;
  }

  #forget(creature: Creature): void {
    this.#game().riding.empty(creature.id);
    this.#all.delete(creature.id);
    for (const { _client } of creature.viewers) _client.write('entity_destroy', { entityIds: [creature.id] });
  }
}
