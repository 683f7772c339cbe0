import { fail, t } from '../messages/text.ts';
import { type Objective, slotNames } from '../scores/scoreboard.ts';
import type { Team } from '../scores/team.ts';
import { type Argument, argument } from './argument.ts';
import { colours } from './things.ts';

/** Those that managers count in; the others the game would count by itself. */
const criteria = ['dummy', 'trigger'];

export function objective(name: string): Argument<Objective> {
  return {
    name,
    parser: 'minecraft:objective',
    suggest: ({ game }) => game.scoreboard.objectives.keys(),
    parse(reader) {
      const id = reader.word();
      return ({ game }) => game.scoreboard.objectives.get(id) ?? fail('arguments.objective.notFound', id);
    },
  };
}

export function team(name: string): Argument<Team> {
  return {
    name,
    parser: 'minecraft:team',
    suggest: ({ game }) => game.scoreboard.teams.keys(),
    parse(reader) {
      const id = reader.word();
      return ({ game }) => game.scoreboard.teams.get(id) ?? fail('team.notFound', id);
    },
  };
}

export function criterion(name: string): Argument<string> {
  return argument(
    name,
    'minecraft:objective_criteria',
    (reader) => {
      const from = reader.cursor;
      const typed = reader.untilSpace();
      if (!criteria.includes(typed)) throw reader.error(t('argument.criteria.invalid', typed), from);
      return typed;
    },
    { suggest: () => criteria },
  );
}

/** The number of a place where scores are shown. */
export function displaySlot(name: string): Argument<{ id: string; slot: number }> {
  const names = [...slotNames, ...colours.map((colour) => `sidebar.team.${colour}`)];
  return argument(
    name,
    'minecraft:scoreboard_slot',
    (reader) => {
      const from = reader.cursor;
      const id = reader.word();
      const slot = names.indexOf(id);
      if (slot < 0) throw reader.error(t('argument.scoreboardDisplaySlot.invalid', id), from);
      return { id, slot };
    },
    { suggest: () => names },
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
  return argument(
    name,
    'minecraft:operation',
    (reader) => {
      const from = reader.cursor;
      const sign = reader.untilSpace();
      const found = Object.hasOwn(operations, sign) ? operations[sign] : undefined;
      if (!found) throw reader.error(t('arguments.operation.invalid'), from);
      return found;
    },
    { suggest: () => Object.keys(operations) },
  );
}
