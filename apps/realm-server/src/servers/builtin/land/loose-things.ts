import { Vec3 } from 'vec3';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import { angle, packedSpeed, thingPacket } from '../creatures/showing.ts';
import { seldom } from '../messages/notices.ts';
import { newViewers } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { entityName, entityTags, isInColumn, newUuid, readEntity, type StoredEntity } from './stored-entity.ts';

/** Something that flies, rolls or lies about, and is no creature. */
export interface Loose extends StoredEntity {
  readonly id: number;
  /** By the game's name of the kind of entity. */
  readonly name: string;
  /** Of what falls: whether it lies on something. */
  isResting?: boolean;
  /** The column it is saved with: where it was when the land was last notified. */
  home: Vec3;
  readonly viewers: Set<Player>;
}
type Own<T extends Loose> = Omit<T, Exclude<keyof Loose, 'isResting'>>;

/** What differs from one sort of them to another. */
interface Sort<T extends Loose> {
  /** So many are in memory at most. */
  most: number;
  /** What the console is told, though seldom, when there is no room for another. */
  full?: string;
  /** Its own fields, in the game's format. Things without this are lost when the realm ends. */
  tags?(thing: T): Compound;
  /** The reverse. @returns null for another sort of entity */
  read?(name: string, fields: Compound): Own<T> | null;
  /** The `data` field of packet spawn_entity: its shooter, or the like. */
  data?(thing: T): number;
  /** Its entity_metadata. */
  metadata?(thing: T): unknown[];
}

/** So often it is looked who sees them. */
const lookTicks = 10;

/** All things of one sort in a dimension: shown to players who come near and, if they have tags, saved with the land they are in. */
export class LooseThings<T extends Loose> {
  readonly #game: () => Game;
  readonly #sort: Sort<T>;
  readonly #all = new Map<number, T>();
  readonly #say = seldom((line) => this.#game().log(line));

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

  /** Whether there is room for another; if not, the console is told. */
  hasRoom(): boolean {
    const { full } = this.#sort;
    if (this.isFull && full !== undefined) this.#say(full);
    return !this.isFull;
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

  /** @param isTold whether the land is notified: not needed if it does no harm that it comes back after a kill */
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
  showMove(thing: T): void {
    const { id, position, velocity, yaw, isResting = false } = thing;
    const { x, y, z } = position;
    this.tell(thing, 'entity_teleport', { entityId: id, x, y, z, yaw: angle(yaw), pitch: 0, onGround: isResting });
    this.tell(thing, 'entity_velocity', { entityId: id, velocity: packedSpeed(velocity) });
  }

  /** Its metadata has changed. */
  showMetadata(thing: T): void {
    this.tell(thing, 'entity_metadata', { entityId: thing.id, metadata: this.#sort.metadata?.(thing) ?? [] });
  }

  /** A packet for those who see it. */
  tell({ viewers }: T, name: string, fields: Record<string, unknown>): void {
    for (const { _client } of viewers) _client.write(name, fields);
  }

  /** Spawns it again for its viewers, as what their clients compute its path from has changed. */
  showAgain(thing: T): void {
    this.#hide(thing);
    this.#show(thing);
  }

  /** The player's client has dropped what it was shown. */
  forgetViewer(player: Player): void {
    for (const { viewers } of this.#all.values()) viewers.delete(player);
  }

  /** Marks it to be saved where it is now, and no longer where it was. */
  touch(thing: T): void {
    const { world } = this.#game();
    if (this.#sort.tags) world.touch(thing.home);
    thing.home = thing.position;
    if (this.#sort.tags) world.touch(thing.home);
  }

  /** Marks all to be saved again, with their present state. */
  touchAll(): void {
    for (const thing of this.#all.values()) this.touch(thing);
  }

  /** A column is loaded. @returns the entities of other sorts, and those for which there is no room */
  arrive(x: number, z: number, entities: Compound[]): Compound[] {
    return entities.filter((fields) => this.isFull || !this.#read(fields, new Vec3(x * 16, 0, z * 16)));
  }

  /** Those that are saved with a column, in the game's form. */
  tagsOf(x: number, z: number): Compound[] {
    if (!this.#sort.tags) return [];
    return [...this.#all.values()]
      .filter(({ home }) => isInColumn(home, x, z))
      .map((thing) => Object.assign(entityTags(thing.name, thing), this.#sort.tags?.(thing)));
  }

  /** Nobody sees the column any more. */
  unseen(x: number, z: number): void {
    for (const thing of this.#all.values())
      if (isInColumn(thing.position, x, z) || isInColumn(thing.home, x, z)) this.touch(thing);
  }

  /** The column is unloaded. */
  depart(x: number, z: number): void {
    for (const thing of this.#all.values()) if (isInColumn(thing.home, x, z)) this.#forget(thing);
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

  #hide(thing: T): void {
    this.tell(thing, 'entity_destroy', { entityIds: [thing.id] });
    thing.viewers.clear();
  }

  #show(thing: T): void {
    const game = this.#game();
    for (const { _client } of newViewers(game, thing)) {
      _client.write('spawn_entity', thingPacket(game, thing, this.#sort.data?.(thing)));
      const metadata = this.#sort.metadata?.(thing);
      if (metadata) _client.write('entity_metadata', { entityId: thing.id, metadata });
      game.riding.introduce(_client, thing.id);
    }
  }

  #read(fields: Compound, home: Vec3): boolean {
    const name = entityName(fields);
    const own = this.#sort.read?.(name, fields);
    const placed = own && readEntity(fields);
    if (!placed) return false;
    this.#place({ name, ...placed, home }, own);
    return true;
  }
}
