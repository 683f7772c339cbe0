import { fail, inBrackets, joined, t, type Text } from '../messages/text.ts';
import { newTeam, type Team } from '../scores/team.ts';
import { bool, choice, optional, word } from './language/argument.ts';
import { type Command, reply, report, reportOf } from './language/command.ts';
import { team } from './objectives.ts';
import { ownPlayer } from './people.ts';
import type { Source } from './language/source.ts';
import { scoreHolders } from './language/targets.ts';
import { colour, component } from './things.ts';
import { form } from './language/tree.ts';

const longestName = 16;
const visibilities = ['always', 'never', 'hideForOtherTeams', 'hideForOwnTeam'] as const;
const collisions = ['always', 'never', 'pushOtherTeams', 'pushOwnTeam'] as const;

export const teamCommand: Command = {
  who: 'operators',
  forms: [
    form(['list', optional(team('team'))], (source, one) => {
      if (!one) {
        const all = [...source.game.scoreboard.teams.values()];
        if (all.length === 0) reply(source, t('commands.team.list.teams.empty'));
        else reply(source, t('commands.team.list.teams.success', all.length, joined(all.map(shown))));
        return all.length;
      }
      const members = [...one.members];
      const names = members.slice(0, 100).join(', ');
      if (members.length === 0) reply(source, t('commands.team.list.members.empty', shown(one)));
      else reply(source, t('commands.team.list.members.success', shown(one), members.length, names));
      return members.length;
    }),
    form(['add', word('team'), optional(component('displayName'))], (source, name, title) => {
      const { scoreboard } = source.game;
      if (scoreboard.teams.has(name)) fail('commands.team.add.duplicate');
      if (name.length > longestName) fail('commands.team.add.longName', longestName);
      const made = newTeam(name, title ?? name);
      if (!scoreboard.addTeam(made)) fail('command.failed');
      report(source, t('commands.team.add.success', shown(made)));
      return scoreboard.teams.size;
    }),
    form(['remove', team('team')], (source, one) => {
      source.game.scoreboard.removeTeam(one);
      report(source, t('commands.team.remove.success', shown(one)));
      return source.game.scoreboard.teams.size;
    }),
    form(['empty', team('team')], (source, one) => {
      const members = [...one.members];
      if (members.length === 0) fail('commands.team.empty.unchanged');
      source.game.scoreboard.joinTeam(members, null);
      report(source, t('commands.team.empty.success', members.length, shown(one)));
      return members.length;
    }),
    form(
      ['join', team('team'), optional(scoreHolders('members'))],
      (source, one, members = [ownPlayer(source).username]) => {
        source.game.scoreboard.joinTeam(members, one);
        return reportOf(source, 'commands.team.join.success', members, (member) => member, [], [shown(one)]);
      },
    ),
    form(['leave', scoreHolders('members')], (source, members) => {
      source.game.scoreboard.joinTeam(members, null);
      return reportOf(source, 'commands.team.leave.success', members, (member) => member);
    }),
    form(['modify', team('team'), 'displayName', component('displayName')], (source, one, title) =>
      change(source, one, { title }, t('commands.team.option.name.success', inBrackets(title))),
    ),
    form(['modify', team('team'), 'color', colour('value')], (source, one, color) => {
      if (one.color === color) fail('commands.team.option.color.unchanged');
      change(source, one, { color }, t('commands.team.option.color.success', shown(one), color));
    }),
    form(
      ['modify', team('team'), choice('friendlyFire', 'seeFriendlyInvisibles'), bool('allowed')],
      (source, one, what, isOn) => {
        const field = what === 'friendlyFire' ? 'friendlyFire' : 'seeInvisible';
        const key = `commands.team.option.${what === 'friendlyFire' ? 'friendlyfire' : what}`;
        if (one[field] === isOn) fail(`${key}.already${isOn ? 'Enabled' : 'Disabled'}`);
        change(source, one, { [field]: isOn }, t(`${key}.${isOn ? 'enabled' : 'disabled'}`, shown(one)));
      },
    ),
    form(
      ['modify', team('team'), choice('nametagVisibility', 'deathMessageVisibility'), choice(...visibilities)],
      (source, one, what, value) => {
        const field = what === 'nametagVisibility' ? 'nameTags' : 'deathMessages';
        const key = `commands.team.option.${what}`;
        if (one[field] === value) fail(`${key}.unchanged`);
        change(source, one, { [field]: value }, t(`${key}.success`, shown(one), t(`team.visibility.${value}`)));
      },
    ),
    form(['modify', team('team'), 'collisionRule', choice(...collisions)], (source, one, value) => {
      const key = 'commands.team.option.collisionRule';
      if (one.collisions === value) fail(`${key}.unchanged`);
      change(source, one, { collisions: value }, t(`${key}.success`, shown(one), t(`team.collision.${value}`)));
    }),
    form(['modify', team('team'), choice('prefix', 'suffix'), component('value')], (source, one, what, text) =>
      change(source, one, { [what]: text }, t(`commands.team.option.${what}.success`, text)),
    ),
  ],
};

function change(source: Source, one: Team, changed: Partial<Team>, said: Text): void {
  Object.assign(one, changed);
  source.game.scoreboard.teamChanged(one);
  report(source, said);
}

function shown({ title }: Team): Text {
  return inBrackets(title);
}
