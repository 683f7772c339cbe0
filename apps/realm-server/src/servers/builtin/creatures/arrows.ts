import { tellNear } from '../players/near.ts';
import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import { fluidOf } from '../nature/fluids.ts';
import { seldom } from '../messages/notices.ts';
import { give, itemNamed } from '../players/items.ts';
import { applyPotion } from '../survival/effect-turns.ts';
import { potion, potionColour } from '../survival/potions.ts';
import { newUuid } from '../survival/stored-ground-items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { harm } from './attacking.ts';
import { type Being, sizeOf } from './creature.ts';
import { pushBack } from './hurting.ts';
import { uuidOf } from './stored-creatures.ts';

interface Arrow {
  id: number;
  by: Being;
  position: Vec3;
  /** Blocks a tick. */
  velocity: Vec3;
  /** Times its speed. */
  damage: number;
  age: number;
  isStuck: boolean;
  /** Whether whoever comes by may have it. */
  isTakeable: boolean;
  /** Which potion its tip has; null for none. */
  potion: string | null;
}

/** More do not fly or stick in a realm: the oldest goes. */
const mostArrows = 200;
/** A minute. */
const lifeTicks = 1200;
const gravity = 0.05;
const drag = { air: 0.99, water: 0.6 };
const step = 0.4;
/** From the feet of whoever is hit to where that may be. */
const widest = 10;
/** It does not hit whoever has shot it before. */
const ownTicks = 5;
const tellTicks = 10;
const margin = 0.3;
const takenWithin = 1.5;
const speedUnits = 8000;
/** Of how long a potion lasts. */
const tipShare = 1 / 8;
const player = { width: 0.6, height: 1.8 };

/** Arrows that fly, and stick. They are gone with the realm's end. Source: the game's AbstractArrow (1.16.5) */
export class Arrows {
  readonly #game: () => Game;
  readonly #all = new Set<Arrow>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  shoot(by: Being, from: Vec3, velocity: Vec3, damage: number, isTakeable = false, potion: string | null = null): void {
    const { squid } = this.#game();
    const [oldest] = this.#all;
    if (oldest && this.#all.size >= mostArrows) {
      this.#remove(oldest);
      this.#say(`More than ${mostArrows} arrows: the oldest are removed`);
    }
    squid.entityMaxId += 1;
    const position = from.offset(0, -0.1, 0);
    const arrow = { id: squid.entityMaxId, by, position, velocity, damage, age: 0, isStuck: false, isTakeable, potion };
    this.#all.add(arrow);
    const { x, y, z } = position;
    tellNear(this.#game(), arrow.position, 'spawn_entity', {
      entityId: arrow.id,
      objectUUID: uuidOf(newUuid()),
      type: squid.registry.entitiesByName['arrow']?.id,
      objectData: by.id + 1,
      x,
      y,
      z,
      pitch: 0,
      yaw: 0,
      velocity: velocity.scaled(speedUnits).floored(),
    });
    if (potion === null) return;
    // Field 9 of entity_metadata is the colour of an arrow's tip.
    const metadata = [{ key: 9, type: 1, value: potionColour(potion) }];
    tellNear(this.#game(), arrow.position, 'entity_metadata', { entityId: arrow.id, metadata });
  }

  tick(): void {
    if (this.#all.size === 0) return;
    const { squid, creatures } = this.#game();
    const beings: Being[] = [...squid.players.filter(isThere), ...creatures.living()];
    for (const arrow of this.#all) {
      arrow.age += 1;
      if (arrow.age > lifeTicks || arrow.position.y < 0 || !this.#game().world.isSeen(arrow.position))
        this.#remove(arrow);
      else if (arrow.isStuck) this.#rest(arrow);
      else this.#fly(arrow, beings);
    }
  }

  #fly(arrow: Arrow, beings: readonly Being[]): void {
    const game = this.#game();
    const { velocity } = arrow;
    const steps = Math.ceil(velocity.norm() / step);
    const near = beings.filter(({ position }) => position.distanceTo(arrow.position) < velocity.norm() + widest);
    for (let n = 0; n < steps; n += 1) {
      const to = arrow.position.plus(velocity.scaled(1 / steps));
      const height = solidHeight(blockAt(game, to));
      if (height > 0 && to.y < Math.floor(to.y) + height) {
        arrow.isStuck = true;
        return this.#tellPlace(arrow);
      }
      arrow.position = to;
      const target = near.find((being) => isHit(arrow, being));
      if (target) return this.#strike(arrow, target);
    }
    velocity.scale(fluidOf(blockAt(game, arrow.position)) ? drag.water : drag.air);
    velocity.y -= gravity;
    if (arrow.age % tellTicks === 0) this.#tellPlace(arrow);
  }

  #strike(arrow: Arrow, target: Being): void {
    const game = this.#game();
    const { by, velocity } = arrow;
    const damage = Math.ceil(velocity.norm() * arrow.damage);
    const isSpared = by.type === 'player' && target.type === 'player' && by !== target && !game.settings.dealDamage;
    const isHurt = !isSpared && harm(game, by, target, damage, 'arrow');
    if (isHurt) pushBack(target, target.position.minus(velocity));
    if (isHurt && arrow.potion !== null) {
      applyPotion(game, target, arrow.potion, by, { instant: 1, lasting: tipShare });
    }
    this.#remove(arrow);
  }

  /** It waits to be picked up. */
  #rest(arrow: Arrow): void {
    const { squid } = this.#game();
    if (arrow.age % tellTicks !== 0 || !arrow.isTakeable) return;
    const taker = squid.players.find((one) => isThere(one) && one.position.distanceTo(arrow.position) < takenWithin);
    const { registry } = squid;
    const item = arrow.potion === null ? itemNamed(registry, 'arrow') : potion(registry, arrow.potion, 'tipped_arrow');
    if (!taker || !item || give(taker, item) > 0) return;
    tellNear(this.#game(), arrow.position, 'collect', {
      collectedEntityId: arrow.id,
      collectorEntityId: taker.id,
      pickupItemCount: 1,
    });
    this.#remove(arrow);
  }

  #remove(arrow: Arrow): void {
    this.#all.delete(arrow);
    tellNear(this.#game(), arrow.position, 'entity_destroy', { entityIds: [arrow.id] });
  }

  #tellPlace({ id, position, isStuck }: Arrow): void {
    const { x, y, z } = position;
    tellNear(this.#game(), position, 'entity_teleport', {
      entityId: id,
      x,
      y,
      z,
      yaw: 0,
      pitch: 0,
      onGround: isStuck,
    });
  }
}

function isThere({ gameMode, health }: Player): boolean {
  return health > 0 && gameMode !== gameModeNumber.SPECTATOR;
}

function isHit({ position, by, age }: Arrow, being: Being): boolean {
  const { width, height } = being.type === 'player' ? player : sizeOf(being);
  const half = width / 2 + margin;
  const { x, y, z } = position.minus(being.position);
  const isOther = being !== by || age > ownTicks;
  return isOther && Math.abs(x) < half && Math.abs(z) < half && y > -margin && y < height + margin;
}
