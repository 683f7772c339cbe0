import { fail, t } from '../messages/text.ts';
import type { Player } from '../squid/squid.ts';
import { pointsAfter, pointsAt } from '../survival/experience.ts';
import { choice, integer, optional } from './language/argument.ts';
import { type Command, reply, reportOf } from './language/command.ts';
import { shownName } from './language/names.ts';
import { nameFor } from './speak.ts';
import { ownPlayer } from './people.ts';
import type { Source } from './language/source.ts';
import { player, players } from './language/targets.ts';
import { form } from './language/tree.ts';

/** More than this no player has here. */
const mostPoints = 1_000_000_000;

export const experienceCommand: Command = {
  who: 'operators',
  forms: [
    form([choice('add', 'set'), players('targets'), integer('amount')], (source, how, targets, amount) =>
      points(source, how, targets, amount),
    ),
    form(
      [choice('add', 'set'), players('targets'), integer('amount'), choice('points', 'levels')],
      (source, how, targets, amount, what) =>
        what === 'points' ? points(source, how, targets, amount) : levels(source, how, targets, amount),
    ),
    form(['query', player('targets'), choice('points', 'levels')], (source, target, what) => {
      const amount = what === 'levels' ? target.level : target.xp - pointsAt(target.level);
      reply(source, t(`commands.experience.query.${what}`, shownName(source.game, target), amount));
      return amount;
    }),
    // As it was before 1.13, and as managers are used to here.
    form([integer('amount'), optional(players('targets'))], (source, amount, targets = [ownPlayer(source)]) =>
      points(source, 'add', targets, amount),
    ),
  ],
};

function points(source: Source, how: 'add' | 'set', targets: readonly Player[], amount: number): number {
  for (const target of targets) {
    const begun = pointsAt(target.level);
    if (how === 'set' && (amount < 0 || begun + amount >= pointsAt(target.level + 1))) {
      fail('commands.experience.set.points.invalid');
    }
    give(target, how === 'set' ? begun + amount : target.xp + amount);
  }
  return told(source, how, 'points', targets, amount);
}

function levels(source: Source, how: 'add' | 'set', targets: readonly Player[], amount: number): number {
  for (const target of targets) {
    give(target, pointsAfter(target, how === 'set' ? amount - target.level : amount));
  }
  return told(source, how, 'levels', targets, amount);
}

function give(target: Player, xp: number): void {
  target.setXp(Math.max(0, Math.min(mostPoints, xp)));
}

function told(source: Source, how: string, what: string, targets: readonly Player[], amount: number): number {
  return reportOf(source, `commands.experience.${how}.${what}.success`, targets, nameFor(source), [amount]);
}
