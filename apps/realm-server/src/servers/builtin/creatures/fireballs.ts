import type { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { solidHeight } from '../land/solid-height.ts';
import { seldom } from '../messages/notices.ts';
import { fireAt, fireTicks } from '../nature/fire.ts';
import { aheadOf, tellNear } from '../players/near.ts';
import { isOpenGround } from '../rules/place.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { bodyOf } from '../survival/body.ts';
import { setBurning } from '../survival/surroundings.ts';
import { harm } from './attacking.ts';
import { type Being, sizeOf } from './creature.ts';
import { setBurning as burnCreature } from './hurting.ts';
import { showThing, showThingMove, type Thing } from './showing.ts';

interface Fireball extends Thing {
  name: 'small_fireball' | 'fireball';
  by: Being;
  /** What is added to its speed in each tick. */
  push: Vec3;
  age: number;
}

/** More do not fly at once. */
const mostFireballs = 100;
const lifeTicks = 200;
const push = 0.1;
const drag = 0.95;
const step = 0.5;
const tellTicks = 10;
const reach = 6;
const margin = 0.3;
/** What each does to whom it hits; a ghast is killed by its own. */
const damage = { small_fireball: 5, fireball: 6, ghast: 1000 };
const burnTicks = 100;
const power = 1;
const player = { width: 0.6, height: 1.8 };

/** Fire that blazes and ghasts have spat. It is gone with the realm's end. Source: the game's AbstractHurtingProjectile (1.16.5) */
export class Fireballs {
  readonly #game: () => Game;
  readonly #all = new Map<number, Fireball>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** @param way one block long */
  spit(name: Fireball['name'], by: Being, from: Vec3, way: Vec3): void {
    const { squid } = this.#game();
    if (this.#all.size >= mostFireballs) return this.#say(`More than ${mostFireballs} fireballs: no more are spat`);
    squid.entityMaxId += 1;
    const velocity = way.scaled(push);
    const ball = { id: squid.entityMaxId, name, by, position: from, velocity, push: velocity.clone(), age: 0 };
    this.#all.set(ball.id, ball);
    showThing(this.#game(), ball, by.id);
  }

  /** A player hits a ghast's fireball: it flies where they look. @returns whether it is one */
  hitBack(by: Player, id: number): boolean {
    const ball = this.#all.get(id);
    if (!ball) return false;
    const isNear = by.position.distanceTo(ball.position) <= reach;
    if (ball.name !== 'fireball' || !isNear || by.health <= 0 || by.gameMode === gameModeNumber.SPECTATOR) return true;
    const way = aheadOf(by);
    Object.assign(ball, { by, velocity: way.clone(), push: way.scaled(push), age: 0 });
    // Clients reckon its way by the push with which it has come.
    this.#hide(ball);
    showThing(this.#game(), { ...ball, velocity: ball.push }, by.id);
    return true;
  }

  tick(): void {
    if (this.#all.size === 0) return;
    const { squid, creatures, world } = this.#game();
    const beings: Being[] = [...squid.players.filter(isThere), ...creatures.living()];
    for (const ball of this.#all.values()) {
      ball.age += 1;
      if (ball.age > lifeTicks || !world.isSeen(ball.position)) this.#remove(ball);
      else this.#fly(ball, beings);
    }
  }

  #fly(ball: Fireball, beings: readonly Being[]): void {
    const game = this.#game();
    const steps = Math.ceil(ball.velocity.norm() / step);
    for (let n = 0; n < steps; n += 1) {
      const to = ball.position.plus(ball.velocity.scaled(1 / steps));
      const height = solidHeight(blockAt(game, to));
      if (height > 0 && to.y < Math.floor(to.y) + height) return this.#burst(ball, null);
      ball.position = to;
      const target = beings.find((being) => being !== ball.by && isHit(ball, being));
      if (target) return this.#burst(ball, target);
    }
    ball.velocity.add(ball.push).scale(drag);
    if (ball.age % tellTicks === 0) showThingMove(game, ball);
  }

  #burst(ball: Fireball, target: Being | null): void {
    const game = this.#game();
    const { by, name } = ball;
    const mayBreak = game.settings.mobGriefing && game.rules.isOn('mobGriefing');
    const at = ball.position.clone();
    this.#remove(ball);
    const isSpared = by.type === 'player' && target?.type === 'player' && !game.settings.dealDamage;
    if (target && !isSpared) {
      const isOwn = target.type === 'mob' && target.name === 'ghast' && by.type === 'player';
      const isHurt = harm(game, by, target, damage[isOwn ? 'ghast' : name], 'fireball');
      if (isHurt && name === 'small_fireball') setOnFire(target);
    }
    if (name === 'fireball') game.explosions.explode({ at, power, leaves: mayBreak ? 'some' : 'unbroken', by });
    else if (!target && mayBreak) light(game, at.floored());
  }

  #remove(ball: Fireball): void {
    this.#all.delete(ball.id);
    this.#hide(ball);
  }

  #hide({ id, position }: Fireball): void {
    tellNear(this.#game(), position, 'entity_destroy', { entityIds: [id] });
  }
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

function isThere({ gameMode, health }: Player): boolean {
  return health > 0 && gameMode !== gameModeNumber.SPECTATOR;
}

function isHit({ position }: Fireball, being: Being): boolean {
  const { width, height } = being.type === 'player' ? player : sizeOf(being);
  const { x, y, z } = position.minus(being.position);
  const half = width / 2 + margin;
  return Math.abs(x) < half && Math.abs(z) < half && y > -margin && y < height + margin;
}
