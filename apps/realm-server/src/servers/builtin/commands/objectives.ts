import { fail, t } from '../messages/text.ts';
import { type Objective, slotNames } from '../scores/scoreboard.ts';
import { type Team, teamColours } from '../scores/team.ts';
import type { Argument } from './language/argument.ts';
import type { Source } from './language/source.ts';
import { oneOf } from './things.ts';

/** Those that managers count in; the others the game would count by itself. */
const criteria = ['dummy', 'trigger'];

export function objective(name: string): Argument<Objective> {
  return kept(name, 'objective', ({ game }) => game.scoreboard.objectives, 'arguments.objective.notFound');
}

export function team(name: string): Argument<Team> {
  return kept(name, 'team', ({ game }) => game.scoreboard.teams, 'team.notFound');
}

function kept<T>(
  name: string,
  parser: string,
  all: (source: Source) => ReadonlyMap<string, T>,
  unknown: string,
): Argument<T> {
  return {
    name,
    parser: `minecraft:${parser}`,
    suggest: (source) => all(source).keys(),
    parse(reader) {
      const id = reader.word();
      return (source) => all(source).get(id) ?? fail(unknown, id);
    },
  };
}

export function criterion(name: string): Argument<string> {
  return oneOf(name, 'minecraft:objective_criteria', criteria, (typed) => t('argument.criteria.invalid', typed));
}

/** Places where scores are shown, by their numbers. */
export const displaySlots = [...slotNames, ...teamColours.map((colour) => `sidebar.team.${colour}`)];

export function displaySlot(name: string): Argument<string> {
  return oneOf(name, 'minecraft:scoreboard_slot', displaySlots, (typed) =>
    t('argument.scoreboardDisplaySlot.invalid', typed),
  );
}

/** How one score changes another. @returns what both are then; undefined leaves the second as it is */
export type Operation = (target: number, source: number) => [target: number, source?: number];

const operations: Record<string, Operation> = {
  '=': (_, source) => [source],
  '+=': (target, source) => [target + source],
  '-=': (target, source) => [target - source],
  '*=': (target, source) => [Math.imul(target, source)],
  '/=': (target, source) => [source === 0 ? fail('arguments.operation.div0') : Math.floor(target / source)],
  '%=': (target, source) => [source === 0 ? fail('arguments.operation.div0') : ((target % source) + source) % source],
  '<': (target, source) => [Math.min(target, source)],
  '>': (target, source) => [Math.max(target, source)],
  '><': (target, source) => [source, target],
};

export function operation(name: string): Argument<Operation> {
  const sign = oneOf(name, 'minecraft:operation', Object.keys(operations), () => t('arguments.operation.invalid'));
  return {
    ...sign,
    parse(reader, typed) {
      const read = sign.parse(reader, typed);
      return (source) => operations[read(source)] ?? fail('arguments.operation.invalid');
    },
  };
}
