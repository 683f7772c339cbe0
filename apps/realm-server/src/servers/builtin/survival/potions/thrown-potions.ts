import { Vec3 } from 'vec3';
import { blockAt } from '../../land/block-state.ts';
import { setBlock } from '../../land/building.ts';
import { sides } from '../../land/sides.ts';
import type { Being } from '../../creatures/creature.ts';
import { advance, beingsOf } from '../../creatures/projectiles/projectiles.ts';
import { type Loose, LooseThings } from '../../land/loose-things.ts';
import { heldItem, toPacket, useUp } from '../../players/items.ts';
import { aheadOf, tellNear } from '../../players/near.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import { isOpenGround } from '../../rules/place.ts';
import type { Item, Player } from '../../squid/squid.ts';
import { resendWindows } from '../../windows/open-windows.ts';
import { applyPotion } from './effect-turns.ts';
import { effectsOf, potionColour, potionOf } from './potions.ts';

/** A bottle that flies. */
interface Flask extends Loose {
  by: Player;
  item: Item;
}

/** What a lingering potion leaves. */
interface Cloud extends Loose {
  by: Player;
  potion: string;
  radius: number;
  age: number;
  /** Whom it has acted upon, and at which age. */
  touched: Map<Being, number>;
}

/** More do not fly, or hang in the air, in a realm. */
const most = { flasks: 50, clouds: 20 };
const flight = { pace: 0.5, gravity: 0.05, drag: 0.99, tellTicks: 5 };
/** In 1/256 of a turn: bottles are thrown upwards. */
const tilt = (20 * 256) / 360;
const eyeHeight = 1.52;
const splash = { across: 4, up: 2 };
/** A cloud waits, acts at intervals, on the same target again only after a while, and shrinks with time and with each target. */
const cloud = {
  radius: 3,
  ticks: 600,
  waits: 10,
  every: 5,
  again: 20,
  perUse: 0.5,
  least: 0.5,
  share: 0.25,
  instant: 0.5,
};
/** The packet world_event of protocol 754: a bottle breaks, with what acts at once and with what lasts. */
const breaking = { instant: 2007, lasting: 2002 };

/** Splash and lingering potions. They are gone with the realm's end. Source: the game's ThrownPotion and AreaEffectCloud (1.16.5) */
export class ThrownPotions {
  readonly #game: () => Game;
  readonly #flasks: LooseThings<Flask>;
  readonly #clouds: LooseThings<Cloud>;
  readonly things: readonly LooseThings<Loose>[];

  constructor(game: () => Game) {
    this.#game = game;
    this.#flasks = new LooseThings(game, {
      most: most.flasks,
      full: `More than ${most.flasks} potions fly: no more are thrown`,
      metadata: ({ item }) => [{ key: 7, type: 6, value: toPacket({ ...item, count: 1 }) }],
    });
    this.#clouds = new LooseThings(game, {
      most: most.clouds,
      full: `More than ${most.clouds} potions linger: no more do`,
      metadata: ({ radius, potion }) => [
        { key: 7, type: 2, value: radius },
        { key: 8, type: 1, value: potionColour(potion) },
      ],
    });
    this.things = [this.#flasks, this.#clouds];
  }

  /** Packet use_item with such a potion in the hand. @returns false for any other item */
  throw(player: Player): boolean {
    const item = heldItem(player);
    if (!item || !/^(splash|lingering)_potion$/.test(item.name)) return false;
    if (!this.#flasks.hasRoom() || player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) {
      resendWindows(player);
      return true;
    }
    const velocity = aheadOf({ yaw: player.yaw, pitch: player.pitch - tilt }).scaled(flight.pace);
    this.#flasks.add('potion', player.position.offset(0, eyeHeight, 0), velocity, { by: player, item });
    useUp(player);
    return true;
  }

  tick(): void {
    const game = this.#game();
    if (this.#flasks.size + this.#clouds.size === 0) return;
    for (const things of this.things) things.tick();
    const beings = beingsOf(game);
    for (const flask of this.#flasks) {
      const hit = advance(game, flask, beings, (being) => being !== flask.by);
      flask.velocity.scale(flight.drag).y -= flight.gravity;
      if (hit) this.#burst(flask, hit instanceof Vec3 ? null : hit, beings);
      if (hit || !game.world.isSeen(flask.position) || flask.position.y < 0) this.#flasks.remove(flask);
      else if (game.squid.tickCount % flight.tellTicks === 0) this.#flasks.showMove(flask);
    }
    for (const one of this.#clouds) this.#hang(one, beings);
  }

  #burst({ by, item, position }: Flask, hit: Being | null, beings: readonly Being[]): void {
    const game = this.#game();
    const potion = potionOf(item) ?? '';
    const isInstant = effectsOf(potion).some(({ effect }) => effect.startsWith('instant'));
    const location = position.floored();
    const effectId = isInstant ? breaking.instant : breaking.lasting;
    tellNear(game, position, 'world_event', { effectId, location, data: potionColour(potion), global: false });
    if (potion === 'water') return putOut(game, location);
    if (item.name === 'lingering_potion') return this.#linger(by, potion, position);
    for (const being of beings) {
      const { x, y, z } = being.position.minus(position);
      const far = being === hit ? 0 : Math.hypot(x, y, z);
      if (far >= splash.across || Math.abs(y) > splash.up) continue;
      const share = 1 - far / splash.across;
      applyPotion(game, being, potion, by, { instant: share, lasting: share });
    }
  }

  #linger(by: Player, potion: string, position: Vec3): void {
    if (!this.#clouds.hasRoom()) return;
    const own = { by, potion, radius: cloud.radius, age: 0, touched: new Map<Being, number>() };
    this.#clouds.add('area_effect_cloud', position, position.scaled(0), own);
  }

  #hang(one: Cloud, beings: readonly Being[]): void {
    const game = this.#game();
    one.age += 1;
    one.radius -= cloud.radius / cloud.ticks;
    for (const being of one.age > cloud.waits && one.age % cloud.every === 0 ? beings : []) {
      const { x, y, z } = being.position.minus(one.position);
      const isIn = Math.hypot(x, z) <= one.radius && y > -splash.up && y < cloud.least;
      if (!isIn || one.age - (one.touched.get(being) ?? -cloud.again) < cloud.again) continue;
      one.touched.set(being, one.age);
      applyPotion(game, being, one.potion, one.by, { instant: cloud.instant, lasting: cloud.share });
      one.radius -= cloud.perUse;
    }
    if (one.radius <= cloud.least || !game.world.isSeen(one.position)) this.#clouds.remove(one);
    else if (one.age % cloud.again === 0) this.#clouds.showMetadata(one);
  }
}

/** Water puts out the fire where it breaks, and beside it. */
function putOut(game: Game, at: Vec3): void {
  for (const place of [at, ...sides.map((side) => at.plus(side))]) {
    const isFire = /^(soul_)?fire$/.test(blockAt(game, place)?.kind.name ?? '');
    if (isFire && isOpenGround(game, place)) setBlock(game, place, 0);
  }
}
