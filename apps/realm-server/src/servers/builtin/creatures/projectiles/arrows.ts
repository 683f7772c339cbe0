import { Vec3 } from 'vec3';
import { type Compound, numberList, numbersOf, textOf } from '../../../../world-format/nbt-fields.ts';
import { blockAt } from '../../land/block-state.ts';
import { type Loose, LooseThings } from '../../land/loose-things.ts';
import { fluidOf } from '../../land/fluid.ts';
import { give, itemNamed } from '../../players/items.ts';
import { applyPotion } from '../../survival/potions/effect-turns.ts';
import { potion, potionColour } from '../../survival/potions/potions.ts';
import { tellNear } from '../../players/near.ts';
import { hitTarget } from '../../redstone/sensors.ts';
import type { Game } from '../../rules/game.ts';
import { harm } from '../attacking.ts';
import type { Being } from '../creature.ts';
import { pushBack } from '../hurting.ts';
import { advance, beingsOf, isThere } from './projectiles.ts';
import { isThrown, land, type Thrown } from './throwing.ts';
import { ownerTag, uuidOf } from '../stored-creatures.ts';

interface Arrow extends Loose {
  name: 'arrow' | Thrown;
  /** Who shot it; `owner` has their uuid too, as players leave and come back. */
  by: Being | null;
  owner: string | null;
  /** Times its speed. */
  damage: number;
  age: number;
  isStuck: boolean;
  /** Whether players may pick it up. */
  isTakeable: boolean;
  /** Which potion its tip has; null for none. */
  potion: string | null;
}

/** More do not fly or stick in a realm: the oldest goes. */
const mostArrows = 200;
/** A minute. */
const lifeTicks = 1200;
/** The most that is accepted from a file. */
const mostDamage = 20;
const gravity = { arrow: 0.05, thrown: 0.03 };
/** A snowball hurts blazes alone. */
const snowDamage = 3;
const drag = { air: 0.99, water: 0.6 };
/** Until then it does not hit whoever shot it. */
const ownTicks = 5;
const tellTicks = 10;
const takenWithin = 1.5;
/** Of how long a potion lasts. */
const tipShare = 1 / 8;

/** Arrows that fly, and stick, and what players and snow golems throw. Source: the game's AbstractArrow (1.16.5) */
export class Arrows {
  readonly #game: () => Game;
  readonly things: LooseThings<Arrow>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostArrows,
      full: `More than ${mostArrows} arrows: the oldest are removed`,
      data: ({ by }) => (by ? by.id + 1 : 0),
      tags: ({ owner, damage, age, isStuck, isTakeable, potion }) => ({
        ...(owner !== null && { Owner: ownerTag(owner) }),
        damage: { type: 'double', value: damage },
        life: { type: 'short', value: age },
        inGround: { type: 'byte', value: isStuck ? 1 : 0 },
        pickup: { type: 'byte', value: isTakeable ? 1 : 0 },
        ...(potion !== null && { Potion: { type: 'string', value: `minecraft:${potion}` } }),
      }),
      // The colour of its tip; none is below 0.
      metadata: ({ name, potion }) =>
        name === 'arrow' ? [{ key: 9, type: 1, value: potion === null ? -1 : potionColour(potion) }] : [],
      read: (name, fields) => (name === 'arrow' || isThrown(name) ? readArrow(name, fields) : null),
    });
  }

  shoot(
    by: Being,
    from: Vec3,
    velocity: Vec3,
    damage: number,
    { name = 'arrow', isTakeable = false, potion = null }: Partial<Pick<Arrow, 'name' | 'isTakeable' | 'potion'>> = {},
  ): void {
    const [oldest] = this.things;
    if (oldest && !this.things.hasRoom()) this.#remove(oldest);
    const own = { by, owner: by.uuid, damage, age: 0, isStuck: false, isTakeable, potion };
    this.things.add(name, from.offset(0, -0.1, 0), velocity, own);
  }

  tick(): void {
    if (this.things.size === 0) return;
    this.things.tick();
    const { world } = this.#game();
    const beings = beingsOf(this.#game());
    for (const arrow of this.things) {
      // Where nobody is it waits; one that flew there is removed.
      if (!world.isSeen(arrow.position)) {
        if (world.isSeen(arrow.home)) this.#remove(arrow);
        continue;
      }
      arrow.age += 1;
      if (arrow.age > lifeTicks || arrow.position.y < 0) this.#remove(arrow);
      else if (arrow.isStuck) this.#rest(arrow);
      else this.#fly(arrow, beings);
    }
  }

  #fly(arrow: Arrow, beings: readonly Being[]): void {
    const game = this.#game();
    const { velocity } = arrow;
    const hit = advance(game, arrow, beings, (being) => being.uuid !== arrow.owner || arrow.age > ownTicks);
    if (hit && !(hit instanceof Vec3)) return this.#strike(arrow, hit);
    if (hit) {
      hitTarget(game, hit);
      if (arrow.name !== 'arrow') return this.#land(arrow, arrow.name);
      arrow.isStuck = true;
      arrow.velocity = velocity.scaled(0);
      if (arrow.isTakeable) this.things.touch(arrow);
      return this.things.showMove(arrow);
    }
    velocity.scale(fluidOf(blockAt(game, arrow.position)) ? drag.water : drag.air);
    velocity.y -= gravity[arrow.name === 'arrow' ? 'arrow' : 'thrown'];
    if (arrow.age % tellTicks === 0) this.things.showMove(arrow);
  }

  #strike(arrow: Arrow, target: Being): void {
    const game = this.#game();
    const { velocity, name, owner } = arrow;
    const by = arrow.by ?? game.squid.players.find(({ uuid }) => uuid === owner) ?? null;
    const isCold = name === 'snowball' && target.type === 'mob' && target.name === 'blaze';
    const damage = isCold ? snowDamage : Math.ceil(velocity.norm() * arrow.damage);
    const isOfPlayer = by?.type === 'player' || (by === null && owner !== null);
    const isSpared = isOfPlayer && target.type === 'player' && by !== target && !game.settings.dealDamage;
    const isHurt = !isSpared && harm(game, by, target, damage, 'arrow');
    if (isHurt || (name !== 'arrow' && !isSpared)) pushBack(target, target.position.minus(velocity));
    if (isHurt && arrow.potion !== null) {
      applyPotion(game, target, arrow.potion, by, { instant: 1, lasting: tipShare });
    }
    if (name === 'arrow') this.#remove(arrow);
    else this.#land(arrow, name);
  }

  #land(thing: Arrow, name: Thrown): void {
    this.#remove(thing);
    land(this.#game(), name, thing.by, thing.position);
  }

  #remove(arrow: Arrow): void {
    this.things.remove(arrow, arrow.isTakeable);
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
}

function readArrow(name: Arrow['name'], fields: Compound): Omit<Arrow, keyof Loose> {
  const entity = { value: fields };
  const number = (field: string): number => numbersOf(entity, [field])?.[0] ?? 0;
  return {
    by: null,
    owner: uuidOf(numberList(entity, 'Owner', 4)),
    damage: Math.max(0, Math.min(mostDamage, number('damage'))),
    age: number('life'),
    isStuck: number('inGround') === 1,
    isTakeable: number('pickup') === 1 && name === 'arrow',
    potion: textOf(fields['Potion']).replace('minecraft:', '') || null,
  };
}
