import { fail, inBrackets, joined, t, type Text } from '../messages/text.ts';
import type { Objective } from '../scores/scoreboard.ts';
import { choice, integer, optional, word } from './language/argument.ts';
import { type Command, type Commands, reply, report, reportOf } from './language/command.ts';
import { criterion, displaySlot, displaySlots, objective, operation } from './objectives.ts';
import { ownPlayer } from './people.ts';
import type { Source } from './language/source.ts';
import { scoreHolders } from './language/targets.ts';
import { component } from './things.ts';
import { form } from './language/tree.ts';

const longestName = 16;
/** Of one command: targets times sources. */
const mostOperations = 10_000;

const objectives = [
  form(['objectives', 'list'], (source) => {
    const all = [...source.game.scoreboard.objectives.values()];
    if (all.length === 0) reply(source, t('commands.scoreboard.objectives.list.empty'));
    else reply(source, t('commands.scoreboard.objectives.list.success', all.length, joined(all.map(shown))));
    return all.length;
  }),
  form(
    ['objectives', 'add', word('objective'), criterion('criteria'), optional(component('displayName'))],
    (source, name, kind, title) => {
      const { scoreboard } = source.game;
      if (scoreboard.objectives.has(name)) fail('commands.scoreboard.objectives.add.duplicate');
      if (name.length > longestName) fail('commands.scoreboard.objectives.add.longName', longestName);
      const made: Objective = { name, criterion: kind, title: title ?? name, shownAs: 'integer' };
      if (!scoreboard.addObjective(made)) fail('command.failed');
      report(source, t('commands.scoreboard.objectives.add.success', shown(made)));
      return scoreboard.objectives.size;
    },
  ),
  form(['objectives', 'remove', objective('objective')], (source, one) => {
    source.game.scoreboard.removeObjective(one.name);
    report(source, t('commands.scoreboard.objectives.remove.success', shown(one)));
    return source.game.scoreboard.objectives.size;
  }),
  form(
    ['objectives', 'modify', objective('objective'), 'displayname', component('displayName')],
    (source, one, title) => {
      one.title = title;
      source.game.scoreboard.objectiveChanged(one);
      report(source, t('commands.scoreboard.objectives.modify.displayname', one.name, shown(one)));
    },
  ),
  form(
    ['objectives', 'modify', objective('objective'), 'rendertype', choice('integer', 'hearts')],
    (source, one, shownAs) => {
      one.shownAs = shownAs;
      source.game.scoreboard.objectiveChanged(one);
      report(source, t('commands.scoreboard.objectives.modify.rendertype', shown(one)));
    },
  ),
  form(['objectives', 'setdisplay', displaySlot('slot')], (source, id) => {
    const slot = displaySlots.indexOf(id);
    if (!source.game.scoreboard.displays.has(slot)) fail('commands.scoreboard.objectives.display.alreadyEmpty');
    source.game.scoreboard.display(slot, null);
    report(source, t('commands.scoreboard.objectives.display.cleared', id));
  }),
  form(['objectives', 'setdisplay', displaySlot('slot'), objective('objective')], (source, id, one) => {
    const { scoreboard } = source.game;
    const slot = displaySlots.indexOf(id);
    if (scoreboard.displays.get(slot) === one.name) fail('commands.scoreboard.objectives.display.alreadySet');
    scoreboard.display(slot, one.name);
    report(source, t('commands.scoreboard.objectives.display.set', id, shown(one)));
  }),
];

const scores = [
  form(['players', 'list', optional(scoreHolders('target'))], (source, holders) => {
    const { scoreboard } = source.game;
    if (!holders) return listHolders(source);
    const [holder = ''] = holders;
    const all = scoreboard.scoresOf(holder);
    if (all.length === 0) reply(source, t('commands.scoreboard.players.list.entity.empty', holder));
    else reply(source, t('commands.scoreboard.players.list.entity.success', holder, all.length));
    for (const [one, value] of all)
      reply(source, t('commands.scoreboard.players.list.entity.entry', shown(one), value));
    return all.length;
  }),
  form(
    ['players', choice('set', 'add', 'remove'), scoreHolders('targets'), objective('objective'), integer('score')],
    change,
  ),
  form(['players', 'get', scoreHolders('target'), objective('objective')], (source, [holder = ''], one) => {
    const value = source.game.scoreboard.score(holder, one.name);
    if (value === undefined) fail('commands.scoreboard.players.get.null', one.name, holder);
    reply(source, t('commands.scoreboard.players.get.success', holder, value, shown(one)));
    return value;
  }),
  form(['players', 'reset', scoreHolders('targets'), optional(objective('objective'))], (source, holders, one) => {
    for (const holder of holders) source.game.scoreboard.resetScores(holder, one?.name ?? null);
    const key = `commands.scoreboard.players.reset.${one ? 'specific' : 'all'}`;
    return one ? reportOf(source, key, holders, same, [shown(one)]) : reportOf(source, key, holders, same);
  }),
  form(['players', 'enable', scoreHolders('targets'), objective('objective')], (source, holders, one) => {
    if (one.criterion !== 'trigger') fail('commands.scoreboard.players.enable.invalid');
    const changed = holders.filter((holder) => source.game.scoreboard.lock(holder, one.name, false));
    if (changed.length === 0) fail('commands.scoreboard.players.enable.failed');
    return reportOf(source, 'commands.scoreboard.players.enable.success', holders, same, [shown(one)]);
  }),
  form(
    [
      'players',
      'operation',
      scoreHolders('targets'),
      objective('targetObjective'),
      operation('operation'),
      scoreHolders('source'),
      objective('sourceObjective'),
    ],
    (source, targets, to, operate, holders, from) => {
      const { scoreboard } = source.game;
      if (targets.length * holders.length > mostOperations) fail('command.failed');
      for (const target of targets) {
        for (const holder of holders) {
          const [result, other] = operate(
            scoreboard.score(target, to.name) ?? 0,
            scoreboard.score(holder, from.name) ?? 0,
          );
          set(source, target, to, result);
          if (other !== undefined) set(source, holder, from, other);
        }
      }
      const [only = ''] = targets;
      const result = targets.length === 1 ? [scoreboard.score(only, to.name) ?? 0] : [];
      return reportOf(source, 'commands.scoreboard.players.operation.success', targets, same, [shown(to)], result);
    },
  ),
];

const trigger: Command = {
  who: 'everybody',
  needsBody: true,
  forms: [
    form([objective('objective')], (source, one) => pull(source, one, 'simple', 1)),
    form([objective('objective'), choice('add', 'set'), integer('value')], pull),
  ],
};

export const scoreboardCommands: Commands = {
  scoreboard: { who: 'operators', forms: [...objectives, ...scores] },
  trigger,
};

function shown({ title }: Objective): Text {
  return inBrackets(title);
}

function same(holder: string): Text {
  return holder;
}

function listHolders(source: Source): number {
  const holders = source.game.scoreboard.holders();
  if (holders.length === 0) reply(source, t('commands.scoreboard.players.list.empty'));
  else reply(source, t('commands.scoreboard.players.list.success', holders.length, holders.slice(0, 100).join(', ')));
  return holders.length;
}

/** @throws CommandError when there are too many scores already */
function set({ game }: Source, holder: string, { name }: Objective, value: number): number {
  return game.scoreboard.setScore(holder, name, value) ?? fail('command.failed');
}

function change(
  source: Source,
  how: 'set' | 'add' | 'remove',
  holders: readonly string[],
  one: Objective,
  value: number,
): number {
  let now = 0;
  for (const holder of holders) {
    const before = source.game.scoreboard.score(holder, one.name) ?? 0;
    now = set(source, holder, one, how === 'set' ? value : how === 'add' ? before + value : before - value);
  }
  const key = `commands.scoreboard.players.${how}.success`;
  if (how === 'set') return reportOf(source, key, holders, same, [shown(one)], [value]);
  return reportOf(source, key, holders, same, [value, shown(one)], holders.length === 1 ? [now] : []);
}

/** A player's own: once, until it is enabled for them again. */
function pull(source: Source, one: Objective, how: 'simple' | 'add' | 'set', value: number): number {
  const { username } = ownPlayer(source);
  const { scoreboard } = source.game;
  if (one.criterion !== 'trigger') fail('commands.trigger.failed.invalid');
  if (scoreboard.isLocked(username, one.name)) fail('commands.trigger.failed.unprimed');
  const now = set(source, username, one, how === 'set' ? value : (scoreboard.score(username, one.name) ?? 0) + value);
  scoreboard.lock(username, one.name, true);
  reply(
    source,
    how === 'simple'
      ? t('commands.trigger.simple.success', shown(one))
      : t(`commands.trigger.${how}.success`, shown(one), value),
  );
  return now;
}
