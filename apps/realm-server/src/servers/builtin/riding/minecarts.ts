import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { mayBuild } from '../land/building.ts';
import { LooseThings } from '../land/loose-things.ts';
import { directions } from '../land/sides.ts';
import { solidHeight } from '../land/solid-height.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { checkDetector, endsOf, isRail } from '../redstone/rails.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isInsideBorder } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { type Breakable, mayReach, recover, strike } from './hits.ts';
import { hasLeftHome } from '../land/stored-entity.ts';

const mostMinecarts = 200;
const size = { width: 0.98, height: 0.7 };
/** The rider's feet are below its place. */
const seat = -0.35;
/** Above the ground, on rails. */
const lift = 1 / 16;
/** Blocks a tick. */
const speeds = { most: 0.4, ofSlope: 1 / 128, ofRail: 0.06, start: 0.02, rest: 0.001, ofRider: 0.1, ofPush: 0.05 };
/** The share of the velocity that is left after each tick. */
const grips = { ridden: 0.997, empty: 0.96, braked: 0.5, ground: 0.5, air: 0.95 };
const gravity = 0.04;
const tellTicks = 3;

/** Minecarts, on rails and beside them. Source: the game's AbstractMinecart (1.16.5) */
export class Minecarts {
  readonly #game: () => Game;
  readonly things: LooseThings<Breakable>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostMinecarts,
      full: `There are ${mostMinecarts} minecarts: no more are placed`,
      tags: () => ({}),
      read: (name) => (name === 'minecart' ? { damage: 0 } : null),
    });
  }

  /** Packet block_place with a minecart upon rails. @returns false for anything else */
  place({ game, player, at, block: rail, item }: Click): boolean {
    if (item?.name !== 'minecart' || !isRail(rail) || !mayBuild(game, player, at)) return false;
    if (!this.things.hasRoom()) return true;
    const isSlope = rail.properties['shape']?.startsWith('ascending') === true;
    const cart = this.things.add('minecart', at.offset(0.5, lift + (isSlope ? 0.5 : 0), 0.5), new Vec3(0, 0, 0), {
      damage: 0,
    });
    useUp(player);
    this.things.touch(cart);
    return true;
  }

  /** Packet use_entity: gets in, or hits it. @returns false if it is not a minecart */
  use(player: Player, id: number, isHit: boolean): boolean {
    const cart = this.things.get(id);
    const game = this.#game();
    if (!cart) return false;
    if (!mayReach(player, cart)) return true;
    if (isHit) strike(game, this.things, cart, player, 'minecart');
    else {
      game.riding.mount(player, {
        body: cart,
        width: size.width,
        seat,
        seats: 1,
        steer: (...keys) => push(cart, ...keys),
      });
    }
    return true;
  }

  /** Whether one is on the rail at a place. */
  isOn(at: Vec3): boolean {
    return [...this.things].some(({ position }) => position.floored().equals(at));
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    for (const cart of this.things) {
      if (!game.world.isSeen(cart.position)) continue;
      if (cart.position.y < 0) {
        this.things.remove(cart);
        continue;
      }
      recover(cart);
      this.#bePushed(cart);
      const before = cart.position;
      const railAt = railUnder(game, before);
      const rail = railAt && blockAt(game, railAt);
      if (railAt && rail) this.#roll(cart, railAt, rail);
      else this.#fall(cart);
      if (cart.position.equals(before)) {
        if (hasLeftHome(cart)) this.things.touch(cart);
        continue;
      }
      const [x, z] = [cart.position.x - before.x, cart.position.z - before.z];
      if (Math.hypot(x, z) > speeds.rest) cart.yaw = (Math.atan2(z, x) * 128) / Math.PI;
      game.riding.carry(cart.id);
      if ((game.squid.tickCount + cart.id) % tellTicks === 0) this.things.showMove(cart);
    }
  }

  /** Entities that walk into it, and other minecarts, push it away. */
  #bePushed(cart: Breakable): void {
    const { squid, riding, creatures } = this.#game();
    const others = [...this.things].filter((other) => other !== cart);
    const riders = riding.ridersOf(cart.id);
    const walkers = squid.players.filter((one) => !riding.isRiding(one) && one.gameMode !== gameModeNumber.SPECTATOR);
    for (const other of [...others, ...walkers, ...creatures.living()]) {
      const [x, z] = [cart.position.x - other.position.x, cart.position.z - other.position.z];
      const far = Math.hypot(x, z);
      const isAway = far > size.width || Math.abs(cart.position.y - other.position.y) > 1;
      if (isAway || riders.includes(other as Player)) continue;
      const times = speeds.ofPush / Math.max(0.1, far);
      cart.velocity.x += x * times;
      cart.velocity.z += z * times;
    }
  }

  #roll(cart: Breakable, at: Vec3, rail: PlacedBlock): void {
    const game = this.#game();
    const { shape = '', powered } = rail.properties;
    const [start, end] = endsOf(shape).map((side) => directions[side] ?? new Vec3(0, 0, 0)) as [Vec3, Vec3];
    const isSlope = shape.startsWith('ascending');
    const { velocity } = cart;
    if (isSlope) velocity.subtract(end.scaled(speeds.ofSlope));
    // The speed is turned along the rail.
    const way = end.minus(start);
    const ahead = velocity.x * way.x + velocity.z * way.z < 0 ? way.scaled(-1) : way;
    const speed = Math.min(2, Math.hypot(velocity.x, velocity.z));
    cart.velocity = ahead.scaled(speed / Math.hypot(way.x, way.z));
    const isBraked = rail.kind.name === 'powered_rail' && powered === 'false';
    if (isBraked) cart.velocity.scale(speed < 0.03 ? 0 : grips.braked);
    const riders = game.riding.ridersOf(cart.id);
    // Along the rail it is where it is nearest to its line.
    const from = at.offset(0.5 + start.x / 2, lift, 0.5 + start.z / 2);
    const flat = cart.position.minus(from);
    const share = (flat.x * way.x + flat.z * way.z) / (way.x ** 2 + way.z ** 2 || 1);
    const on = from.plus(way.scaled(share));
    const most = speeds.most;
    const step = cart.velocity.scaled(riders.length > 0 ? 0.75 : 1);
    const to = on.offset(bounded(step.x, most), 0, bounded(step.z, most));
    to.y = at.y + lift;
    const here = to.floored();
    const isOut = here.x !== at.x || here.z !== at.z;
    if (isSlope) {
      const up = (to.x - from.x) * end.x + (to.z - from.z) * end.z;
      to.y += Math.max(0, Math.min(1, up));
    }
    if (isOut && isBlocked(game, to)) cart.velocity.scale(0);
    else cart.position = to;
    cart.velocity.scale(riders.length > 0 ? grips.ridden : grips.empty);
    if (rail.kind.name === 'powered_rail' && powered === 'true') this.#drive(cart, at, start, end);
    if (rail.kind.name === 'activator_rail' && powered === 'true') game.riding.empty(cart.id);
    const next = railUnder(game, cart.position);
    const block = next && blockAt(game, next);
    if (next && block?.kind.name === 'detector_rail' && block.properties['powered'] === 'false')
      checkDetector(game, next, block);
    if (Math.hypot(cart.velocity.x, cart.velocity.z) < speeds.rest) cart.velocity.scale(0);
  }

  /** A powered rail accelerates a rolling cart, and starts one that stands against a full block. */
  #drive(cart: Breakable, at: Vec3, start: Vec3, end: Vec3): void {
    const { velocity } = cart;
    const speed = Math.hypot(velocity.x, velocity.z);
    if (speed > 0.01) velocity.add(new Vec3(velocity.x, 0, velocity.z).scaled(speeds.ofRail / speed));
    else {
      const wall = [start, end].find((side) => solidHeight(blockAt(this.#game(), at.plus(side))) === 1);
      if (wall) velocity.subtract(wall.scaled(speeds.start));
    }
  }

  /** Without rails it falls, and slides for a while. */
  #fall(cart: Breakable): void {
    const game = this.#game();
    const { velocity, position } = cart;
    velocity.y -= gravity;
    const to = position.offset(bounded(velocity.x, speeds.most), velocity.y, bounded(velocity.z, speeds.most));
    const under = blockAt(game, to);
    const top = Math.floor(to.y) + solidHeight(under);
    const isOnGround = solidHeight(under) > 0 && to.y <= top && position.y >= top - 0.01;
    if (isOnGround) [to.y, velocity.y] = [top, 0];
    if (isBlocked(game, to)) {
      [to.x, to.z] = [position.x, position.z];
      velocity.set(0, velocity.y, 0);
    }
    velocity.scale(isOnGround ? grips.ground : grips.air);
    if (Math.hypot(velocity.x, velocity.z) < speeds.rest) velocity.set(0, velocity.y, 0);
    cart.position = to;
  }
}

/** A rider who leans gives a standing one a push, the way that they look. */
function push(cart: Breakable, { yaw }: Player, sideways: number, forward: number): void {
  if (Math.hypot(cart.velocity.x, cart.velocity.z) > speeds.ofRider) return;
  const turn = (yaw * Math.PI) / 128;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const share = speeds.ofRider * 0.1;
  cart.velocity.x += (sideways * cos - forward * sin) * share;
  cart.velocity.z += (forward * cos + sideways * sin) * share;
}

/** The rail that something at this place is on; null for none. */
function railUnder(game: Game, position: Vec3): Vec3 | null {
  const at = position.floored();
  return [at.offset(0, -1, 0), at].find((place) => isRail(blockAt(game, place))) ?? null;
}

function isBlocked(game: Game, at: Vec3): boolean {
  const isOutside = !game.world.isSeen(at) || !isInsideBorder(game.settings, game.centre, at);
  return isOutside || solidHeight(blockAt(game, at.offset(0, 0.1, 0))) > 0.2;
}

function bounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
