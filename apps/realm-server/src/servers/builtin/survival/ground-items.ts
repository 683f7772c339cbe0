import { Vec3 } from 'vec3';
import { numbersOf } from '../../../world-format/nbt-fields.ts';
import { type Loose, LooseThings } from '../land/loose-things.ts';
import { hasLeftHome } from '../land/stored-entity.ts';
import { aheadOf } from '../players/near.ts';
import { give, isSameKind, toPacket } from '../players/items.ts';
import { itemOf, itemTag, storedItem } from '../players/stored-items.ts';
import type { Target } from '../nature/explosions.ts';
import { seldom } from '../messages/notices.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { drift, isGone } from './item-physics.ts';

/** An item that lies about or falls. */
interface GroundItem extends Loose {
  item: Item;
  /** Ticks since it appeared, and until it may be picked up. */
  age: number;
  delay: number;
  isResting: boolean;
}

/** More than this does not lie about in a realm: the oldest goes. */
const mostItems = 1000;
/** As many as a file's field holds. */
const mostTicks = 32_767;
/** So many move in one tick; the others wait for the next. */
const mostMoving = 300;
/** Five minutes. */
const lifeTicks = 6000;
/** Items at rest look so often whether they still lie on something, and whether they join another. */
const checkTicks = 20;
/** How far apart those lie that join. */
const joinWithin = { across: 0.75, up: 0.5 };
/** Around a player's feet, half the width and height of both, and the arm's reach. */
const pickUpWithin = { across: 1.425, below: 0.75, above: 2.3 };
/** Ticks until what was thrown, or what was dug, may be picked up. */
export const pickUpDelay = { thrown: 40, dropped: 10 };
/** The damage that destroys one. */
const toughness = 5;

/** Items on the ground. They fall, merge, are picked up, and vanish after five minutes in which somebody sees the place. */
export class GroundItems {
  readonly #game: () => Game;
  readonly things: LooseThings<GroundItem>;
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostItems,
      full: `More than ${mostItems} items lie about: the oldest are removed`,
      data: () => 1,
      metadata: ({ item }) => [{ key: 7, type: 6, value: toPacket(item) }],
      tags({ item, age, delay }) {
        const { Slot: _, ...fields } = itemTag(item, 0);
        return {
          Item: { type: 'compound', value: fields },
          Age: { type: 'short', value: age },
          PickupDelay: { type: 'short', value: delay },
          Health: { type: 'short', value: toughness },
        };
      },
      read(name, fields) {
        const stored = name === 'item' ? storedItem(fields['Item']) : null;
        const item = stored && itemOf(game().squid.registry, stored);
        const ticks = (field: string): number =>
          Math.max(0, Math.min(mostTicks, Math.floor(numbersOf({ value: fields }, [field])?.[0] ?? 0)));
        return item && { item, age: ticks('Age'), delay: ticks('PickupDelay'), isResting: false };
      },
    });
  }

  /** Drops an item where something was, or where a player died. */
  drop(
    item: Item,
    at: Vec3,
    spread: { across: number; up: number } = { across: 0.1, up: 0.2 },
    delay = pickUpDelay.dropped,
  ): void {
    const speed = (): number => (Math.random() * 2 - 1) * spread.across;
    this.#add(item, at, new Vec3(speed(), spread.up, speed()), delay);
  }

  /** Throws an item from somewhere. @param velocity blocks per tick */
  launch(item: Item, at: Vec3, velocity: Vec3): void {
    this.#add(item, at, velocity, pickUpDelay.dropped);
  }

  /** Throws an item the way that the player looks. */
  throwFrom(player: Player, item: Item): void {
    const ahead = aheadOf(player).scaled(0.3);
    this.#add(item, player.position.offset(0, 1.32, 0), ahead.offset(0, 0.1, 0), pickUpDelay.thrown);
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    let moving = 0;
    for (const entity of this.things) {
      if (!game.world.isSeen(entity.position)) continue;
      entity.age += 1;
      entity.delay = Math.max(0, entity.delay - 1);
      const isDue = (entity.age + entity.id) % checkTicks === 0;
      const mayBeGone = isDue || !entity.isResting;
      if (entity.age >= lifeTicks || (mayBeGone && isGone(game, entity))) {
        this.things.remove(entity);
        continue;
      }
      if (entity.isResting && !isDue) continue;
      if ((moving += 1) > mostMoving) continue;
      const wasResting = entity.isResting;
      drift(game, entity);
      if (hasLeftHome(entity)) this.things.touch(entity);
      if (entity.isResting ? !wasResting : isDue || wasResting) this.things.showMove(entity);
      if (entity.isResting) this.#join(entity);
    }
    if (moving > mostMoving) this.#say(`More than ${mostMoving} items move at once: the others wait`);
    for (const player of game.squid.players) this.#pickUp(player);
  }

  /** Takes from the first item in a box that is accepted. @param take called with each, and returns how many are left @returns whether any was accepted */
  takeWithin(low: Vec3, high: Vec3, take: (item: Item) => number): boolean {
    for (const entity of this.things) {
      const { x, y, z } = entity.position;
      if (x < low.x || x > high.x || y < low.y || y > high.y || z < low.z || z > high.z) continue;
      const taken = entity.item.count - take(entity.item);
      if (taken > 0) this.#lessen(entity, taken);
      if (taken > 0) return true;
    }
    return false;
  }

  /** What an explosion finds of them: it destroys them, or throws them about. */
  *targets(): Generator<Target> {
    for (const entity of this.things) {
      yield {
        position: entity.position,
        width: 0.25,
        height: 0.25,
        feel: (damage, push) => {
          if (damage >= toughness) return this.things.remove(entity);
          entity.velocity.add(push);
          entity.isResting = false;
        },
      };
    }
  }

  #add(item: Item, position: Vec3, velocity: Vec3, delay: number): void {
    const [oldest] = this.things;
    if (oldest && !this.things.hasRoom()) this.things.remove(oldest);
    const own = { item: { ...item }, age: 0, delay, isResting: false };
    this.things.touch(this.things.add('item', position.clone(), velocity, own));
  }

  /** Of two that join, the larger stays. */
  #join(entity: GroundItem): void {
    if (entity.item.count >= entity.item.stackSize) return;
    for (const other of this.things) {
      if (other === entity || !isBeside(entity, other) || !isSameKind(entity.item, other.item)) continue;
      if (entity.item.count + other.item.count > entity.item.stackSize) continue;
      const [stays, goes] = entity.item.count >= other.item.count ? [entity, other] : [other, entity];
      stays.item.count += goes.item.count;
      stays.age = Math.min(stays.age, goes.age);
      stays.delay = Math.max(stays.delay, goes.delay);
      this.things.remove(goes);
      this.#showChange(stays);
      return;
    }
  }

  #pickUp(player: Player): void {
    if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
    for (const entity of this.things) {
      if (entity.delay > 0 || !isWithinReach(player, entity)) continue;
      const taken = entity.item.count - give(player, entity.item);
      if (taken === 0) continue;
      const collected = { collectedEntityId: entity.id, collectorEntityId: player.id, pickupItemCount: taken };
      this.things.tell(entity, 'collect', collected);
      this.#lessen(entity, taken);
    }
  }

  #lessen(entity: GroundItem, by: number): void {
    entity.item.count -= by;
    if (entity.item.count === 0) return this.things.remove(entity);
    this.#showChange(entity);
  }

  #showChange(entity: GroundItem): void {
    this.things.touch(entity);
    this.things.showMetadata(entity);
  }
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
