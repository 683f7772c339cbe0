import { tellNear } from '../players/near.ts';
import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { fluidOf } from '../nature/fluids.ts';
import { seldom } from '../messages/notices.ts';
import { give } from '../players/items.ts';
import { applyPotion } from '../survival/effect-turns.ts';
import { potionColour, potionOf } from '../survival/potions.ts';
import type { Game } from '../rules/game.ts';
import type { Item } from '../squid/squid.ts';
import { harm } from './attacking.ts';
import type { Being } from './creature.ts';
import { advance, beingsOf, isThere } from './projectiles.ts';
import { pushBack } from './hurting.ts';
import { showThing, showThingMove, type Thing } from './showing.ts';

interface Arrow extends Thing {
  by: Being;
  /** Times its speed. */
  damage: number;
  age: number;
  isStuck: boolean;
  /** Which potion its tip has; null for none. */
  potion: string | null;
  /** What whoever comes by may have; null for nothing. */
  item: Item | null;
}

/** More do not fly or stick in a realm: the oldest goes. */
const mostArrows = 200;
/** A minute. */
const lifeTicks = 1200;
const gravity = 0.05;
const drag = { air: 0.99, water: 0.6 };
/** It does not hit whoever has shot it before. */
const ownTicks = 5;
const tellTicks = 10;
const takenWithin = 1.5;
/** Of how long a potion lasts. */
const tipShare = 1 / 8;

/** Arrows that fly, and stick. They are gone with the realm's end. Source: the game's AbstractArrow (1.16.5) */
export class Arrows {
  readonly #game: () => Game;
  readonly #all = new Set<Arrow>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** @param item the arrow that is shot @param isTakeable whether whoever comes by may have it */
  shoot(by: Being, from: Vec3, velocity: Vec3, damage: number, item: Item | null = null, isTakeable = false): void {
    const { squid } = this.#game();
    const [oldest] = this.#all;
    if (oldest && this.#all.size >= mostArrows) {
      this.#remove(oldest);
      this.#say(`More than ${mostArrows} arrows: the oldest are removed`);
    }
    squid.entityMaxId += 1;
    const arrow: Arrow = {
      id: squid.entityMaxId,
      name: 'arrow',
      by,
      position: from.offset(0, -0.1, 0),
      velocity,
      damage,
      age: 0,
      isStuck: false,
      potion: potionOf(item),
      item: isTakeable ? item : null,
    };
    this.#all.add(arrow);
    showThing(this.#game(), arrow, by.id + 1);
    if (arrow.potion === null) return;
    // Field 9 of entity_metadata is the colour of an arrow's tip.
    const metadata = [{ key: 9, type: 1, value: potionColour(arrow.potion) }];
    tellNear(this.#game(), arrow.position, 'entity_metadata', { entityId: arrow.id, metadata });
  }

  tick(): void {
    if (this.#all.size === 0) return;
    const beings = beingsOf(this.#game());
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
    const hit = advance(game, arrow, beings, (being) => being !== arrow.by || arrow.age > ownTicks);
    if (hit && hit !== 'block') return this.#strike(arrow, hit);
    if (hit) {
      arrow.isStuck = true;
      velocity.set(0, 0, 0);
      return showThingMove(game, arrow);
    }
    velocity.scale(fluidOf(blockAt(game, arrow.position)) ? drag.water : drag.air);
    velocity.y -= gravity;
    if (arrow.age % tellTicks === 0) showThingMove(game, arrow);
  }

  #strike(arrow: Arrow, target: Being): void {
    const game = this.#game();
    const { by, velocity } = arrow;
    const damage = Math.ceil(velocity.norm() * arrow.damage);
    const isSpared = by.type === 'player' && target.type === 'player' && by !== target && !game.settings.dealDamage;
    const isHurt = !isSpared && harm(game, by, target, damage, 'arrow');
    if (isHurt) pushBack(target, target.position.minus(velocity));
    if (isHurt && arrow.potion !== null) applyPotion(game, target, arrow.potion, by, { instant: 1, lasting: tipShare });
    this.#remove(arrow);
  }

  /** It waits to be picked up. */
  #rest(arrow: Arrow): void {
    const { squid } = this.#game();
    const { item } = arrow;
    if (arrow.age % tellTicks !== 0 || !item) return;
    const taker = squid.players.find((one) => isThere(one) && one.position.distanceTo(arrow.position) < takenWithin);
    if (!taker || give(taker, { ...item, count: 1 }) > 0) return;
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
}
