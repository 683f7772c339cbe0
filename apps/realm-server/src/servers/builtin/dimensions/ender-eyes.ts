import type { Vec3 } from 'vec3';
import { type Loose, LooseThings } from '../land/loose-things.ts';
import { heldItem, itemNamed, useUp } from '../players/items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isInsideBorder } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';

interface Eye extends Loose {
  to: Vec3;
  age: number;
}

/** More do not fly at once. */
const mostEyes = 50;
/** How far and how high it flies towards a stronghold; if that is nearer, it flies down to it. */
const flight = { across: 12, up: 8, ticks: 80 };
const pace = 0.06;
const tellTicks = 4;
const breaks = 0.2;

/** Eyes of ender that show the way to the nearest stronghold. Flying ones are lost when the realm ends. Source: the game's EyeOfEnder (1.16.5), simplified */
export class EnderEyes {
  readonly #game: () => Game;
  readonly things: LooseThings<Eye>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, { most: mostEyes });
  }

  /** Packet use_item with an eye in the hand. @returns false for any other item */
  throw(player: Player): boolean {
    if (heldItem(player)?.name !== 'ender_eye') return false;
    const game = this.#game();
    const { map, seed, world, settings, centre } = game;
    const isUnable = player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR;
    if (isUnable || world.dimension !== 'overworld' || this.things.isFull) return true;
    const from = player.position.offset(0, 1, 0);
    const site = map.structures?.nearest(seed, 'stronghold', from.floored(), (at) =>
      isInsideBorder(settings, centre, at),
    );
    if (!site) return true;
    useUp(player);
    const way = from.clone().set(site.x - from.x, 0, site.z - from.z);
    const isNear = way.norm() <= flight.across;
    const to = isNear ? from.plus(way) : from.plus(way.unit().scaled(flight.across)).offset(0, flight.up, 0);
    const velocity = to.minus(from).scaled(pace);
    this.things.add('eye_of_ender', from, velocity, { to, age: 0 });
    return true;
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    for (const eye of this.things) {
      eye.age += 1;
      eye.position = eye.position.plus(eye.velocity);
      eye.velocity = eye.to.minus(eye.position).scaled(pace);
      if (eye.age % tellTicks === 0) this.things.showMove(eye);
      if (eye.age < flight.ticks) continue;
      this.things.remove(eye);
      const left = Math.random() >= breaks && itemNamed(game.squid.registry, 'ender_eye');
      if (left) game.groundItems.drop(left, eye.position);
    }
  }
}
