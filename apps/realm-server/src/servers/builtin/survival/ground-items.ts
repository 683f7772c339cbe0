import { randomUUID } from 'node:crypto';
import { Vec3 } from 'vec3';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import { aheadOf, seenWithin } from '../players/near.ts';
import { give, isSameKind, toPacket } from '../players/items.ts';
import type { Target } from '../nature/explosions.ts';
import { seldom } from '../messages/notices.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { drift, isGone, type Moving } from './item-physics.ts';
import { type ItemEntity, itemEntityTags, newUuid, readItemEntity } from './stored-ground-items.ts';

/** An item that lies about or falls. */
interface GroundItem extends Moving, ItemEntity {
  id: number;
  /** Where it was when the land was last told: with that column it is saved. */
  home: Vec3;
}

/** More than this does not lie about in a realm: the oldest goes. */
const mostItems = 1000;
/** So many move in one tick; the others wait for the next. */
const mostMoving = 300;
/** Five minutes. */
const lifeTicks = 6000;
/** Items at rest look so often whether they still lie on something, and whether they join another; everything is seen so often. */
const checkTicks = 20;
/** How far apart those lie that join. */
const joinWithin = { across: 0.75, up: 0.5 };
/** Around a player's feet, half the width and height of both, and the arm's reach. */
const pickUpWithin = { across: 1.425, below: 0.75, above: 2.3 };
/** Ticks until what was thrown, or what was dug, may be picked up. */
export const pickUpDelay = { thrown: 40, dropped: 10 };
/** What it takes to destroy one. */
const toughness = 5;
/** The packet counts speed in 1/8000 of a block a tick. */
const speedUnits = 8000;

/** Items on the ground. They fall, join, are picked up, and go after five minutes in which somebody sees where they are. */
export class GroundItems {
  readonly #game: () => Pick<Game, 'world' | 'squid' | 'log'>;
  readonly #items = new Map<number, GroundItem>();
  /** What each player's client shows. */
  readonly #shown = new WeakMap<Player, Set<number>>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Pick<Game, 'world' | 'squid' | 'log'>) {
    this.#game = game;
  }

  /** Lets an item fall where something was, or a player died. */
  drop(
    item: Item,
    at: Vec3,
    spread: { across: number; up: number } = { across: 0.1, up: 0.2 },
    delay = pickUpDelay.dropped,
  ): void {
    const speed = (): number => (Math.random() * 2 - 1) * spread.across;
    this.#add(item, at, new Vec3(speed(), spread.up, speed()), delay);
  }

  /** Lets an item fly from somewhere. @param velocity blocks a tick */
  launch(item: Item, at: Vec3, velocity: Vec3): void {
    this.#add(item, at, velocity, pickUpDelay.dropped);
  }

  /** Throws an item the way that the player looks. */
  throwFrom(player: Player, item: Item): void {
    const ahead = aheadOf(player).scaled(0.3);
    this.#add(item, player.position.offset(0, 1.32, 0), ahead.offset(0, 0.1, 0), pickUpDelay.thrown);
  }

  tick(): void {
    let moving = 0;
    for (const entity of this.#items.values()) {
      if (!this.#game().world.isSeen(entity.position)) continue;
      entity.age += 1;
      entity.delay = Math.max(0, entity.delay - 1);
      const isDue = (entity.age + entity.id) % checkTicks === 0;
      const mayBeGone = isDue || !entity.isResting;
      if (entity.age >= lifeTicks || (mayBeGone && isGone(this.#game(), entity))) {
        this.#remove(entity);
        continue;
      }
      if (isDue) this.#show(entity);
      if (entity.isResting && !isDue) continue;
      if ((moving += 1) > mostMoving) continue;
      const wasResting = entity.isResting;
      drift(this.#game(), entity);
      if (!isIn(entity.position, Math.floor(entity.home.x / 16), Math.floor(entity.home.z / 16))) this.#touch(entity);
      if (entity.isResting ? !wasResting : isDue || wasResting) this.#tellPlace(entity);
      if (entity.isResting) this.#join(entity);
    }
    if (moving > mostMoving) this.#say(`More than ${mostMoving} items move at once: the others wait`);
    for (const player of this.#game().squid.players) this.#pickUp(player);
  }

  /** Takes from the first item in a box of which anything is taken. @param take is given each, and returns how many of it are left @returns whether any was */
  takeWithin(low: Vec3, high: Vec3, take: (item: Item) => number): boolean {
    for (const entity of this.#items.values()) {
      const { position: at } = entity;
      if (!at.min(high).equals(at) || !at.max(low).equals(at)) continue;
      const taken = entity.item.count - take(entity.item);
      if (taken > 0) this.#lessen(entity, taken);
      if (taken > 0) return true;
    }
    return false;
  }

  /** What an explosion finds of them: it destroys them, or throws them about. */
  *targets(): Generator<Target> {
    for (const entity of this.#items.values()) {
      yield {
        position: entity.position,
        width: 0.25,
        height: 0.25,
        feel: (damage, push) => {
          if (damage >= toughness) return this.#remove(entity);
          entity.velocity.add(push);
          entity.isResting = false;
        },
      };
    }
  }

  /** Takes the items that lie in a column which comes into memory. @returns its other entities, and those for which there is no room */
  arrive(x: number, z: number, entities: Compound[]): Compound[] {
    return entities.filter((fields) => {
      const read = this.#items.size < mostItems && readItemEntity(this.#game().squid.registry, fields);
      // It would be saved with another column, and be in both.
      if (!read || !isIn(read.position, x, z)) return true;
      this.#place(read);
      return false;
    });
  }

  /** What lies in a column, as the game's files have it. */
  tagsOf(x: number, z: number): Compound[] {
    return [...this.#items.values()].filter(({ home }) => isIn(home, x, z)).map(itemEntityTags);
  }

  /** Nobody sees the column any more: how long it has lain there is saved. */
  unseen(x: number, z: number): void {
    for (const { home } of this.#items.values()) if (isIn(home, x, z)) this.#game().world.touch(home);
  }

  /** The column is let go of, and what lies there with it. */
  depart(x: number, z: number): void {
    for (const entity of this.#items.values()) if (isIn(entity.home, x, z)) this.#forget(entity);
  }

  /** The player's client has been shown another dimension. */
  forgetViewer(player: Player): void {
    this.#shown.delete(player);
  }

  /** All of it is to be saved once more, with how long it has lain there. */
  touchAll(): void {
    for (const entity of this.#items.values()) this.#touch(entity);
  }

  #add(item: Item, position: Vec3, velocity: Vec3, delay: number): void {
    if (this.#items.size >= mostItems) {
      const [oldest] = this.#items.values();
      if (oldest) this.#remove(oldest);
      this.#say(`More than ${mostItems} items lie about: the oldest are removed`);
    }
    const entity = this.#place({
      uuid: newUuid(),
      item: { ...item },
      position: position.clone(),
      velocity,
      delay,
      age: 0,
    });
    this.#game().world.touch(entity.home);
  }

  #place(item: ItemEntity): GroundItem {
    const { squid } = this.#game();
    squid.entityMaxId += 1;
    const entity = { ...item, id: squid.entityMaxId, home: item.position, isResting: false };
    this.#items.set(entity.id, entity);
    this.#show(entity);
    return entity;
  }

  /** It is to be saved with the column where it is now, and no longer with the one where it was. */
  #touch(entity: GroundItem): void {
    const { world } = this.#game();
    world.touch(entity.home);
    entity.home = entity.position;
    world.touch(entity.home);
  }

  #remove(entity: GroundItem): void {
    this.#forget(entity);
    this.#game().world.touch(entity.home);
  }

  #forget(entity: GroundItem): void {
    this.#items.delete(entity.id);
    for (const player of this.#game().squid.players) this.#hide(player, entity.id);
  }

  #show(entity: GroundItem): void {
    for (const player of this.#game().squid.players) {
      const shown = this.#shownTo(player);
      const isNear = player.position.distanceTo(entity.position) <= seenWithin;
      if (isNear === shown.has(entity.id)) continue;
      if (!isNear) {
        this.#hide(player, entity.id);
        continue;
      }
      shown.add(entity.id);
      player._client.write('spawn_entity', this.#spawnPacket(entity));
      player._client.write('entity_metadata', itemMetadata(entity));
    }
  }

  #spawnPacket({ id, position: { x, y, z }, velocity }: GroundItem): Record<string, unknown> {
    const type = this.#game().squid.registry.entitiesByName['item']?.id;
    const at = { x, y, z, pitch: 0, yaw: 0, velocity: velocity.scaled(speedUnits).floored() };
    return { entityId: id, objectUUID: randomUUID(), type, objectData: 1, ...at };
  }

  #hide(player: Player, id: number): void {
    if (this.#shownTo(player).delete(id)) player._client.write('entity_destroy', { entityIds: [id] });
  }

  #shownTo(player: Player): Set<number> {
    let shown = this.#shown.get(player);
    if (!shown) this.#shown.set(player, (shown = new Set()));
    return shown;
  }

  #tell(entity: GroundItem, name: string, fields: Record<string, unknown>): void {
    for (const player of this.#game().squid.players) {
      if (this.#shownTo(player).has(entity.id)) player._client.write(name, fields);
    }
  }

  #tellPlace(entity: GroundItem): void {
    const { id, position, isResting } = entity;
    const { x, y, z } = position;
    this.#tell(entity, 'entity_teleport', { entityId: id, x, y, z, yaw: 0, pitch: 0, onGround: isResting });
  }

  /** Of two that join, the larger stays. */
  #join(entity: GroundItem): void {
    if (entity.item.count >= entity.item.stackSize) return;
    for (const other of this.#items.values()) {
      if (other === entity || !isBeside(entity, other) || !isSameKind(entity.item, other.item)) continue;
      if (entity.item.count + other.item.count > entity.item.stackSize) continue;
      const [stays, goes] = entity.item.count >= other.item.count ? [entity, other] : [other, entity];
      stays.item.count += goes.item.count;
      stays.age = Math.min(stays.age, goes.age);
      stays.delay = Math.max(stays.delay, goes.delay);
      this.#remove(goes);
      this.#touch(stays);
      this.#tell(stays, 'entity_metadata', itemMetadata(stays));
      return;
    }
  }

  #pickUp(player: Player): void {
    if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
    for (const entity of this.#items.values()) {
      if (entity.delay > 0 || !isWithinReach(player, entity)) continue;
      const taken = entity.item.count - give(player, entity.item);
      if (taken === 0) continue;
      const collected = { collectedEntityId: entity.id, collectorEntityId: player.id, pickupItemCount: taken };
      this.#tell(entity, 'collect', collected);
      this.#lessen(entity, taken);
    }
  }

  #lessen(entity: GroundItem, by: number): void {
    entity.item.count -= by;
    if (entity.item.count === 0) return this.#remove(entity);
    this.#touch(entity);
    this.#tell(entity, 'entity_metadata', itemMetadata(entity));
  }
}

function isIn({ x, z }: Vec3, columnX: number, columnZ: number): boolean {
  return Math.floor(x / 16) === columnX && Math.floor(z / 16) === columnZ;
}

function isBeside({ position: one }: GroundItem, { position: other }: GroundItem): boolean {
  const { across, up } = joinWithin;
  return Math.abs(one.x - other.x) < across && Math.abs(one.z - other.z) < across && Math.abs(one.y - other.y) < up;
}

function isWithinReach({ position: feet }: Player, { position: at }: GroundItem): boolean {
  const { across, below, above } = pickUpWithin;
  const up = at.y - feet.y;
  return Math.abs(at.x - feet.x) < across && Math.abs(at.z - feet.z) < across && up > -below && up < above;
}

/** entity_metadata of protocol 754: field 7 of an item on the ground is the item. */
function itemMetadata({ id, item }: GroundItem): Record<string, unknown> {
  return { entityId: id, metadata: [{ key: 7, type: 6, value: toPacket(item) }] };
}
