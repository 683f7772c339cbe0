import { Vec3 } from 'vec3';
import { type Compound, numberList } from '../../../world-format/nbt-fields.ts';
import { angle, thingPacket } from '../creatures/showing.ts';
import { uuidOf } from '../creatures/stored-creatures.ts';
import { newViewers } from '../players/near.ts';
import { isPossiblePosition } from '../rules/place.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { newUuid } from '../survival/stored-ground-items.ts';

/** Something that flies, rolls or lies about, and is neither a creature nor an item. */
export interface Loose {
  readonly id: number;
  /** By the game's name of the kind of entity. */
  readonly name: string;
  readonly uuidParts: readonly number[];
  position: Vec3;
  /** Blocks a tick. */
  velocity: Vec3;
  /** Which way it faces, in 1/256 of a turn. */
  yaw: number;
  /** With which column it is saved: where it was when the land was last told. */
  home: Vec3;
  readonly viewers: Set<Player>;
}
type Own<T> = Omit<T, keyof Loose>;

/** What differs from one sort of them to another. */
interface Sort<T extends Loose> {
  /** So many are in memory at most. */
  most: number;
  /** What of it is its own, in the game's form. */
  tags(thing: T): Compound;
  /** The same, read. @returns null for what is of another sort */
  read(name: string, fields: Compound): Own<T> | null;
  /** The packet spawn_entity's number for whoever has sent it off, or the like. */
  data?(thing: T): number;
  /** Its entity_metadata. */
  metadata?(thing: T): unknown[];
}

/** The packet counts speed in 1/8000 of a block a tick. */
const speedUnits = 8000;
/** What is read of a file at most, a tick along an axis. */
const fastest = 4;
/** So often it is looked who sees them. */
const lookTicks = 10;

/** All of one sort in a dimension: they are shown to whoever comes near, and saved with the land where they are. */
export class LooseThings<T extends Loose> {
  readonly #game: () => Game;
  readonly #sort: Sort<T>;
  readonly #all = new Map<number, T>();

  constructor(game: () => Game, sort: Sort<T>) {
    this.#game = game;
    this.#sort = sort;
  }

  get size(): number {
    return this.#all.size;
  }

  get isFull(): boolean {
    return this.#all.size >= this.#sort.most;
  }

  /** From the oldest on. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#all.values();
  }

  get(id: number): T | undefined {
    return this.#all.get(id);
  }

  add(name: string, position: Vec3, velocity: Vec3, own: Own<T>): T {
    const thing = this.#place({ name, uuidParts: newUuid(), position, velocity, yaw: 0, home: position }, own);
    this.#show(thing);
    return thing;
  }

  /** @param isTold whether the land must know: not where nobody misses one that comes back after a kill */
  remove(thing: T, isTold = true): void {
    this.#forget(thing);
    if (isTold) this.touch(thing);
  }

  /** Looks who sees them. */
  tick(): void {
    const { tickCount } = this.#game().squid;
    for (const thing of this.#all.values()) if ((tickCount + thing.id) % lookTicks === 0) this.#show(thing);
  }

  /** Those who see it learn where it is now, and how fast. */
  showMove({ id, position: { x, y, z }, velocity, yaw, viewers }: T): void {
    for (const { _client } of viewers) {
      _client.write('entity_teleport', { entityId: id, x, y, z, yaw: angle(yaw), pitch: 0, onGround: false });
      _client.write('entity_velocity', { entityId: id, velocity: velocity.scaled(speedUnits).floored() });
    }
  }

  /** They are shown it anew: what their clients reckon its way by is another. */
  showAgain(thing: T): void {
    this.#hide(thing);
    this.#show(thing);
  }

  /** The player's client has forgotten what it was shown. */
  forgetViewer(player: Player): void {
    for (const { viewers } of this.#all.values()) viewers.delete(player);
  }

  /** It is to be saved where it is now, and no longer where it was. */
  touch(thing: T): void {
    const { world } = this.#game();
    world.touch(thing.home);
    thing.home = thing.position;
    world.touch(thing.home);
  }

  /** All are to be saved once more, where and as they are. */
  touchAll(): void {
    for (const thing of this.#all.values()) this.touch(thing);
  }

  /** A column comes into memory. @returns what is not of this sort, or finds no room */
  arrive(x: number, z: number, entities: Compound[]): Compound[] {
    return entities.filter((fields) => this.isFull || !this.#read(fields, new Vec3(x * 16, 0, z * 16)));
  }

  /** Those that are saved with a column, in the game's form. */
  tagsOf(x: number, z: number): Compound[] {
    return [...this.#all.values()].filter(({ home }) => isIn(home, x, z)).map((thing) => this.#tagsOf(thing));
  }

  /** Nobody sees the column any more. */
  unseen(x: number, z: number): void {
    for (const thing of this.#all.values()) if (isIn(thing.position, x, z) || isIn(thing.home, x, z)) this.touch(thing);
  }

  /** The column is let go of. */
  depart(x: number, z: number): void {
    for (const thing of this.#all.values()) if (isIn(thing.home, x, z)) this.#forget(thing);
  }

  #place(placed: Omit<Loose, 'id' | 'viewers'>, own: Own<T>): T {
    const { squid } = this.#game();
    squid.entityMaxId += 1;
    const thing = { ...own, ...placed, id: squid.entityMaxId, viewers: new Set<Player>() } as unknown as T;
    this.#all.set(thing.id, thing);
    return thing;
  }

  #forget(thing: T): void {
    this.#game().riding.empty(thing.id);
    this.#all.delete(thing.id);
    this.#hide(thing);
  }

  #hide({ id, viewers }: T): void {
    for (const { _client } of viewers) _client.write('entity_destroy', { entityIds: [id] });
    viewers.clear();
  }

  #show(thing: T): void {
    const game = this.#game();
    for (const { _client } of newViewers(game, thing)) {
      const turned = { objectUUID: uuidOf(thing.uuidParts), yaw: angle(thing.yaw) };
      _client.write('spawn_entity', thingPacket(game, thing, this.#sort.data?.(thing), turned));
      const metadata = this.#sort.metadata?.(thing);
      if (metadata) _client.write('entity_metadata', { entityId: thing.id, metadata });
      game.riding.introduce(_client, thing.id);
    }
  }

  #tagsOf(thing: T): Compound {
    const { name, uuidParts, position, velocity, yaw } = thing;
    return {
      id: { type: 'string', value: `minecraft:${name}` },
      UUID: { type: 'intArray', value: uuidParts },
      Pos: list('double', position.toArray()),
      Motion: list('double', velocity.toArray()),
      Rotation: list('float', [(yaw * 360) / 256, 0]),
      ...this.#sort.tags(thing),
    };
  }

  #read(fields: Compound, home: Vec3): boolean {
    const name = String(fields['id']?.value).replace('minecraft:', '');
    const own = this.#sort.read(name, fields);
    const entity = { value: fields };
    const place = numberList(entity, 'Pos', 3);
    const position = place && vector(place);
    if (!own || !position || !isPossiblePosition(position)) return false;
    const speeds = numberList(entity, 'Motion', 3) ?? [0, 0, 0];
    const velocity = vector(speeds.map((speed) => Math.max(-fastest, Math.min(fastest, speed))));
    const yaw = ((numberList(entity, 'Rotation', 2)?.[0] ?? 0) * 256) / 360;
    const uuidParts = numberList(entity, 'UUID', 4) ?? newUuid();
    this.#place({ name, uuidParts, position, velocity, yaw, home }, own);
    return true;
  }
}

function isIn({ x, z }: Vec3, columnX: number, columnZ: number): boolean {
  return Math.floor(x / 16) === columnX && Math.floor(z / 16) === columnZ;
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return new Vec3(x, y, z);
}

function list(type: string, value: readonly number[]): { type: string; value: unknown } {
  return { type: 'list', value: { type, value } };
}
