import { list } from '../../../../world-format/nbt-tags.ts';
import { Vec3 } from 'vec3';
import { type Compound, numberList } from '../../../../world-format/nbt-fields.ts';
import { setBlock } from '../../land/building.ts';
import { type Loose, LooseThings } from '../../land/loose-things.ts';
import { fireAt, fireTicks } from '../../nature/fire.ts';
import { aheadOf } from '../../players/near.ts';
import { isOpenGround } from '../../rules/place.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { bodyOf } from '../../survival/body.ts';
import { setBurning } from '../../survival/surroundings.ts';
import { harm } from '../attacking.ts';
import type { Being } from '../creature.ts';
import { advance, beingsOf } from './projectiles.ts';
import { setBurning as burnCreature } from '../hurting.ts';

interface Fireball extends Loose {
  name: 'small_fireball' | 'fireball';
  /** Who shot it; null when that is no longer known. */
  by: Being | null;
  /** Added to its velocity each tick. */
  push: Vec3;
  age: number;
}

/** More do not fly at once. */
const mostFireballs = 100;
const lifeTicks = 200;
const push = 0.1;
const drag = 0.95;
const tellTicks = 10;
const reach = 6;
/** What each does to whom it hits; a ghast is killed by its own. */
const damage = { small_fireball: 5, fireball: 6, ghast: 1000 };
const burnTicks = 100;
const power = 1;

/** Fire that blazes and ghasts have spat. Source: the game's AbstractHurtingProjectile (1.16.5) */
export class Fireballs {
  readonly #game: () => Game;
  readonly things: LooseThings<Fireball>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostFireballs,
      full: `More than ${mostFireballs} fireballs: no more are spat`,
      data: ({ by }) => by?.id ?? 0,
      tags: ({ push: way }) => ({ power: list('double', way.toArray()) }),
      read: (name, fields) =>
        name === 'fireball' || name === 'small_fireball' ? { by: null, push: pushOf(fields), age: 0 } : null,
    });
  }

  /** @param way one block long */
  spit(name: Fireball['name'], by: Being, from: Vec3, way: Vec3): void {
    if (this.things.hasRoom()) this.things.add(name, from, way.scaled(push), { by, push: way.scaled(push), age: 0 });
  }

  /** A player hits a ghast's fireball, which then flies where they look. @returns whether it is one */
  hitBack(by: Player, id: number): boolean {
    const ball = this.things.get(id);
    if (!ball) return false;
    const isNear = by.position.distanceTo(ball.position) <= reach;
    if (ball.name !== 'fireball' || !isNear || by.health <= 0 || by.gameMode === gameModeNumber.SPECTATOR) return true;
    const way = aheadOf(by);
    Object.assign(ball, { by, velocity: way.clone(), push: way.scaled(push), age: 0 });
    // Clients compute its path from the acceleration in its spawn packet.
    this.things.showAgain(ball);
    return true;
  }

  tick(): void {
    if (this.things.size === 0) return;
    this.things.tick();
    const { world } = this.#game();
    const beings = beingsOf(this.#game());
    for (const ball of this.things) {
      if (!world.isSeen(ball.home)) continue;
      ball.age += 1;
      if (ball.age > lifeTicks || !world.isSeen(ball.position)) this.things.remove(ball, false);
      else this.#fly(ball, beings);
    }
  }

  #fly(ball: Fireball, beings: readonly Being[]): void {
    const game = this.#game();
    const hit = advance(game, ball, beings, (being) => being !== ball.by);
    if (hit) return this.#burst(ball, hit instanceof Vec3 ? null : hit);
    ball.velocity.add(ball.push).scale(drag);
    if (ball.age % tellTicks === 0) this.things.showMove(ball);
  }

  #burst(ball: Fireball, target: Being | null): void {
    const game = this.#game();
    const { by, name } = ball;
    const mayBreak = game.settings.mobGriefing && game.rules.isOn('mobGriefing');
    const at = ball.position.clone();
    this.things.remove(ball, false);
    const isSpared = by?.type === 'player' && target?.type === 'player' && !game.settings.dealDamage;
    if (target && !isSpared) {
      const isOwn = target.type === 'mob' && target.name === 'ghast' && by?.type === 'player';
      const isHurt = harm(game, by, target, damage[isOwn ? 'ghast' : name], 'fireball');
      if (isHurt && name === 'small_fireball') setOnFire(target);
    }
    if (name === 'fireball') game.explosions.explode({ at, power, leaves: mayBreak ? 'some' : 'unbroken', by });
    else if (!target && mayBreak) light(game, at.floored());
  }
}

/** Read from a file, and limited to the speed it was shot with. */
function pushOf(fields: Compound): Vec3 {
  const [x = 0, y = 0, z = 0] = numberList({ value: fields }, 'power', 3) ?? [];
  const way = new Vec3(x, y, z);
  return way.norm() > push ? way.scaled(push / way.norm()) : way;
}

function light(game: Game, at: Vec3): void {
  const fire = fireAt(game, at);
  if (fire === null || game.world.blockStateAt(at) !== 0 || !isOpenGround(game, at)) return;
  setBlock(game, at, fire);
  game.blockTicks.wait(at, fireTicks());
}

function setOnFire(target: Being): void {
  if (target.type === 'mob') burnCreature(target, Math.max(burnTicks, target.fireTicks));
  else setBurning(target, Math.max(burnTicks, bodyOf(target).fireTicks));
}
