import { Vec3 } from 'vec3';
import { type Compound, fieldOf, numbersOf, valueOf } from '../../../../world-format/nbt-fields.ts';
import { seldom } from '../../messages/notices.ts';
import type { Game } from '../../rules/game.ts';
import { isMortal } from '../../survival/body.ts';
import { between } from '../creature.ts';
import { type Kind, kindsOf } from '../kinds.ts';
import { topWithin } from '../movement.ts';
import { isDark, mayHaveMonsters } from './spawning.ts';

interface Spawner {
  at: Vec3;
  kind: Kind;
  /** Ticks until the next spawn. */
  delay: number;
}

/** The game's numbers: those of a spawner's file are not read. Source: https://minecraft.wiki/w/Monster_Spawner (Java Edition 1.16) */
const first = 20;
const delays = [200, 800] as const;
const atOnce = 4;
const mostNear = 6;
const nearbyWithin = 9;
const playersWithin = 16;
const spread = 4;
/** More in memory do nothing. */
const mostSpawners = 200;

/** Spawners of the loaded columns, which spawn monsters while a player who is not a spectator is near. */
export class Spawners {
  readonly #game: () => Game;
  readonly #all = new Map<string, Spawner>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** A spawner is loaded. */
  add(fields: Compound): void {
    const name = String(valueOf(fieldOf(fields['SpawnData'], 'id'))).replace('minecraft:', '');
    const kind = kindsOf(this.#game().squid.registry).get(name);
    const [x = 0, y = 0, z = 0] = numbersOf({ value: fields }, ['x', 'y', 'z']) ?? [];
    if (kind?.category !== 'monster') return;
    if (this.#all.size >= mostSpawners) return this.#say(`More than ${mostSpawners} spawners: the others do nothing`);
    const at = new Vec3(x, y, z);
    this.#all.set(at.toString(), { at, kind, delay: first });
  }

  tick(): void {
    const game = this.#game();
    if (this.#all.size === 0 || !mayHaveMonsters(game)) return;
    for (const [key, spawner] of this.#all) {
      const { at } = spawner;
      const isNear = game.squid.players.some((one) => isMortal(one) && one.position.distanceTo(at) <= playersWithin);
      if (!isNear && game.world.isSeen(at)) continue;
      // Broken, or unloaded with its column, which brings it back.
      if (!game.world.blockEntity(at)) this.#all.delete(key);
      else if (isNear && (spawner.delay -= 1) <= 0) letOut(game, spawner);
    }
  }
}

function letOut(game: Game, spawner: Spawner): void {
  const { at, kind } = spawner;
  const { creatures } = game;
  spawner.delay = between(...delays);
  const near = creatures.living().filter((one) => one.kind === kind && one.position.distanceTo(at) <= nearbyWithin);
  if (near.length >= mostNear) return;
  // Natural spawning may have reached its cap: a spawner has its own.
  for (let n = 0; n < atOnce && !creatures.isFull; n += 1) {
    const across = (): number => (Math.random() - Math.random()) * spread + 0.5;
    const place = at.offset(across(), between(-1, 1), across());
    const hasRoom = game.world.isSeen(place) && topWithin(game, place, kind) <= place.y;
    if (hasRoom && isDark(game, kind, place.floored())) creatures.add(kind, place);
  }
}
