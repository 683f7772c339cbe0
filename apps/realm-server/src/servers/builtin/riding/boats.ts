import { Vec3 } from 'vec3';
import { eyesOf } from '../creatures/creature.ts';
import { topWithin } from '../creatures/movement.ts';
import { blockAt } from '../land/block-state.ts';
import { refusalOf } from '../land/building.ts';
import { LooseThings } from '../land/loose-things.ts';
import { hasLeftHome } from '../land/stored-entity.ts';
import { solidHeight } from '../land/solid-height.ts';
import { fluidOf } from '../land/fluid.ts';
import { heldItem, useUp } from '../players/items.ts';
import { aheadOf } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { drift } from '../survival/item-physics.ts';
import { resendWindows } from '../windows/open-windows.ts';
import { type Breakable, mayReach, recover, strike } from './hits.ts';

interface Boat extends Breakable {
  wood: (typeof woods)[number];
  isResting: boolean;
}

/** In the order of their numbers in entity_metadata. */
const woods = ['oak', 'spruce', 'birch', 'jungle', 'acacia', 'dark_oak'] as const;
/** As many are in a dimension. */
const mostBoats = 200;
const size = { width: 1.375, height: 0.5625 };
const seat = -0.45;
/** As near to its top are the feet of who stands on it, wherever it bobs. */
const stoodOn = 0.55;
/** So far away it is put into the water. */
const reach = 5;
/** In water it rises so fast, until so much of the topmost block is below it. */
const floating = { pace: 0.1, share: 0.55 };
const ticks = { tell: 2, look: 20 };
/** entity_metadata of protocol 754. */
const fields = { wood: 10, leftPaddle: 11, rightPaddle: 12 };

/** Boats. Those with riders are moved by the first one's client, the others float or fall. Source: the game's Boat (1.16.5) */
export class Boats {
  readonly #game: () => Game;
  readonly things: LooseThings<Boat>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostBoats,
      full: `There are ${mostBoats} boats: no more are put down`,
      tags: ({ wood }) => ({ Type: { type: 'string', value: wood } }),
      read(name, { Type }) {
        const wood = woods.find((known) => known === Type?.value) ?? 'oak';
        return name === 'boat' ? { wood, damage: 0, isResting: false } : null;
      },
      metadata: ({ wood }) => [{ key: fields.wood, type: 1, value: woods.indexOf(wood) }],
    });
  }

  /** Whether somebody's feet are on a boat. @param half of their width */
  isUnder(feet: { x: number; y: number; z: number }, half: number): boolean {
    const within = size.width / 2 + half;
    for (const { position } of this.things) {
      const above = feet.y - position.y - size.height;
      const isOver = Math.max(Math.abs(feet.x - position.x), Math.abs(feet.z - position.z)) < within;
      if (isOver && Math.abs(above) < stoodOn) return true;
    }
    return false;
  }

  /** Packet use_item with a boat in the hand: puts it on the water or ground that the player looks at. @returns false for any other item */
  place(player: Player): boolean {
    const game = this.#game();
    const wood = woods.find((known) => heldItem(player)?.name === `${known}_boat`);
    if (!wood) return false;
    const at = this.#lookedAt(player);
    const isOpen = at !== null && refusalOf(game, player, at.floored()) === null && topWithin(game, at, size) <= at.y;
    const hasRoom = this.things.hasRoom();
    // The client has put one there already, and taken it out of the hand.
    if (!isOpen || !hasRoom || player.health <= 0) resendWindows(player);
    else {
      const boat = this.things.add('boat', at, new Vec3(0, 0, 0), { wood, damage: 0, isResting: false });
      boat.yaw = player.yaw;
      this.things.showMove(boat);
      useUp(player);
      this.things.touch(boat);
    }
    return true;
  }

  /** Packet use_entity: gets in, or hits it. @returns false if it is not a boat */
  use(player: Player, id: number, isHit: boolean): boolean {
    const boat = this.things.get(id);
    if (!boat) return false;
    if (!mayReach(player, boat)) return true;
    if (isHit) strike(this.#game(), this.things, boat, player, `${boat.wood}_boat`);
    else {
      const drive = (_: Player, to: Vec3, yaw: number): void => this.#drive(boat, to, yaw);
      this.#game().riding.mount(player, { body: boat, width: size.width, seat, seats: 2, drive });
    }
    return true;
  }

  /** Packet steer_boat: others see the rider row. */
  row(player: Player, packet: Record<string, unknown>): void {
    const { riding } = this.#game();
    const boat = [...this.things].find(({ id }) => riding.ridersOf(id)[0] === player);
    if (!boat) return;
    const { leftPaddle, rightPaddle } = fields;
    const paddle = (key: number, name: string) => ({ key, type: 7, value: packet[name] === true });
    const metadata = [paddle(leftPaddle, 'leftPaddle'), paddle(rightPaddle, 'rightPaddle')];
    for (const viewer of boat.viewers) {
      if (viewer !== player) viewer._client.write('entity_metadata', { entityId: boat.id, metadata });
    }
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    for (const boat of this.things) {
      const turn = game.squid.tickCount + boat.id;
      if (!game.world.isSeen(boat.position)) continue;
      recover(boat);
      const isRidden = game.riding.ridersOf(boat.id).length > 0;
      if (boat.position.y < 0) this.things.remove(boat);
      else if (!isRidden && (!boat.isResting || turn % ticks.look === 0)) this.#float(boat);
      if ((isRidden || !boat.isResting) && turn % ticks.tell === 0) this.things.showMove(boat);
    }
  }

  #drive(boat: Boat, to: Vec3, yaw: number): void {
    boat.position = to;
    boat.yaw = yaw;
    boat.isResting = false;
    if (hasLeftHome(boat)) this.things.touch(boat);
  }

  #float(boat: Boat): void {
    const game = this.#game();
    const wasResting = boat.isResting;
    const isWater = (at: Vec3): boolean => fluidOf(blockAt(game, at))?.kind === 'water';
    const { x, y, z } = boat.position;
    const isDeep = isWater(boat.position.offset(0, 1 - floating.share, 0));
    if (!isDeep && !isWater(boat.position)) drift(game, boat);
    else {
      const surface = Math.floor(y) + floating.share;
      const up = isDeep ? floating.pace : Math.max(-floating.pace, Math.min(floating.pace, surface - y));
      boat.velocity.set(0, 0, 0);
      boat.position = new Vec3(x, y + up, z);
      boat.isResting = Math.abs(up) < floating.pace / 100;
    }
    if (boat.isResting && !wasResting) {
      this.things.touch(boat);
      this.things.showMove(boat);
    }
  }

  /** The first water or ground that the player looks at, within reach; null for none. */
  #lookedAt(player: Player): Vec3 | null {
    const game = this.#game();
    for (let far = 0; far <= reach; far += 0.1) {
      const at = eyesOf(player).plus(aheadOf(player).scaled(far));
      const block = blockAt(game, at);
      const height = fluidOf(block) ? 1 : solidHeight(block);
      const top = Math.floor(at.y) + height;
      if (height > 0 && at.y <= top) return new Vec3(at.x, fluidOf(block) ? at.y : top, at.z);
    }
    return null;
  }
}
