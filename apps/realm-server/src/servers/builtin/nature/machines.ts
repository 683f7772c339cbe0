import type { Container, ContainerKind } from '../land/container.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import { brew } from '../survival/potions/brewing.ts';
import { burn } from '../survival/furnaces.ts';
import { hop } from './hoppers.ts';

/** So many have their turn in one tick of the realm. */
const mostAtOnce = 500;

/** Furnaces, brewing stands and hoppers, which run while somebody sees the place. */
export class Machines {
  readonly #game: () => Game;
  readonly #all = new Set<Container>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** From now on it acts, if it is of a kind that does. */
  add(container: Container): void {
    if (container.kind.acts) this.#all.add(container);
  }

  tick(): void {
    const isTooMany = this.#all.size > mostAtOnce;
    const turn: Container[] = [];
    for (const machine of this.#all) if (turn.push(machine) === mostAtOnce) break;
    for (const machine of turn) {
      if (isTooMany || machine.isGone) this.#all.delete(machine);
      if (machine.isGone) continue;
      // Behind the others: each has its turn.
      if (isTooMany) this.#all.add(machine);
      if (this.#game().world.isSeen(machine.at)) actOf(machine.kind)(this.#game(), machine);
    }
    if (isTooMany) this.#say(`More than ${mostAtOnce} furnaces, brewing stands and hoppers: they work in turns`);
  }
}

function actOf({ smelts, brews }: ContainerKind): (game: Game, machine: Container) => void {
  if (smelts) return burn;
  return brews ? brew : hop;
}
