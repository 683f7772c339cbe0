import { fail, inBrackets, joined, t, type Text } from '../messages/text.ts';
import { barColours, barStyles, type BossBar } from '../scores/boss-bars.ts';
import { type Argument, bool, choice, integer, optional } from './language/argument.ts';
import { type Command, reply, report } from './language/command.ts';
import { shownNames } from './language/names.ts';
import type { Source } from './language/source.ts';
import { players } from './language/targets.ts';
import { component, resource } from './things.ts';
import { form } from './language/tree.ts';

const mostValue = 2_147_483_647;

export const bossbarCommand: Command = {
  who: 'operators',
  forms: [
    form(['add', resource('id'), component('name')], (source, id, title) => {
      const { bossBars } = source.game;
      if (bossBars.all.has(id)) fail('commands.bossbar.create.failed', id);
      if (!bossBars.add(id, title)) fail('command.failed');
      report(source, t('commands.bossbar.create.success', inBrackets(title)));
      return bossBars.all.size;
    }),
    form(['remove', bar('id')], (source, one) => {
      source.game.bossBars.remove(one);
      report(source, t('commands.bossbar.remove.success', shown(one)));
      return source.game.bossBars.all.size;
    }),
    form(['list'], (source) => {
      const all = [...source.game.bossBars.all.values()];
      if (all.length === 0) reply(source, t('commands.bossbar.list.bars.none'));
      else reply(source, t('commands.bossbar.list.bars.some', all.length, joined(all.map(shown))));
      return all.length;
    }),
    form(['get', bar('id'), choice('value', 'max')], (source, one, what) => {
      reply(source, t(`commands.bossbar.get.${what}`, shown(one), one[what]));
      return one[what];
    }),
    form(['get', bar('id'), 'visible'], (source, one) => {
      reply(source, t(`commands.bossbar.get.visible.${one.isVisible ? 'visible' : 'hidden'}`, shown(one)));
      return one.isVisible ? 1 : 0;
    }),
    form(['get', bar('id'), 'players'], (source, one) => {
      const seeing = source.game.server.players.filter(({ uuid }) => one.players.has(uuid));
      const names = shownNames(source.game, seeing);
      if (seeing.length === 0) reply(source, t('commands.bossbar.get.players.none', shown(one)));
      else reply(source, t('commands.bossbar.get.players.some', shown(one), seeing.length, names));
      return seeing.length;
    }),
    form(['set', bar('id'), 'name', component('name')], (source, one, title) => change(source, one, { title }, 'name')),
    form(['set', bar('id'), 'color', choice(...barColours)], (source, one, color) =>
      change(source, one, { color }, 'color'),
    ),
    form(['set', bar('id'), 'style', choice(...barStyles)], (source, one, style) =>
      change(source, one, { style }, 'style'),
    ),
    form(['set', bar('id'), 'value', integer('value', 0)], (source, one, value) =>
      change(source, one, { value: Math.min(value, mostValue) }, 'value', value),
    ),
    form(['set', bar('id'), 'max', integer('max', 1)], (source, one, max) => change(source, one, { max }, 'max', max)),
    form(['set', bar('id'), 'visible', bool('visible')], (source, one, isVisible) => {
      const word = isVisible ? 'visible' : 'hidden';
      if (one.isVisible === isVisible) fail(`commands.bossbar.set.visibility.unchanged.${word}`);
      source.game.bossBars.change(one, { isVisible });
      report(source, t(`commands.bossbar.set.visible.success.${word}`, shown(one)));
    }),
    form(['set', bar('id'), 'players', optional(players('targets'))], (source, one, targets = []) => {
      const uuids = targets.map(({ uuid }) => uuid);
      const isSame = uuids.length === one.players.size && uuids.every((uuid) => one.players.has(uuid));
      if (isSame) fail('commands.bossbar.set.players.unchanged');
      source.game.bossBars.showTo(one, uuids);
      const key = 'commands.bossbar.set.players.success';
      if (targets.length === 0) report(source, t(`${key}.none`, shown(one)));
      else report(source, t(`${key}.some`, shown(one), targets.length, shownNames(source.game, targets)));
      return targets.length;
    }),
  ],
};

function bar(name: string): Argument<BossBar> {
  const id = resource(name, ({ game }) => game.bossBars.all.keys());
  return {
    ...id,
    parse(reader, typed) {
      const read = id.parse(reader, typed);
      return (source) => source.game.bossBars.all.get(read(source)) ?? fail('commands.bossbar.unknown', read(source));
    },
  };
}

function change(source: Source, one: BossBar, changed: Partial<BossBar>, what: string, ...said: number[]): number {
  const [[field, value] = []] = Object.entries(changed);
  if (field !== undefined && one[field as keyof BossBar] === value) fail(`commands.bossbar.set.${what}.unchanged`);
  source.game.bossBars.change(one, changed);
  report(source, t(`commands.bossbar.set.${what}.success`, shown(one), ...said));
  return said[0] ?? 0;
}

function shown({ title }: BossBar): Text {
  return inBrackets(title);
}
