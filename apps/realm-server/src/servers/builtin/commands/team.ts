import { fail, inBrackets, joined, t, type Text } from '../messages/text.ts';
import { newTeam, type Team } from '../scores/team.ts';
import { bool, choice, optional, word } from './language/argument.ts';
import { type Command, reply, report, reportOf } from './language/command.ts';
import { team } from './objectives.ts';
import { ownPlayer } from './people.ts';
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
      if (members.length === 0) reply(source, t('commands.team.list.members.empty', shown(one)));
      else
        reply(
          source,
          t('commands.team.list.members.success', shown(one), members.length, members.slice(0, 100).join(', ')),
        );
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
    form(['modify', team('team'), 'displayName', component('displayName')], (source, one, title) => {
      one.title = title;
      source.game.scoreboard.teamChanged(one);
      report(source, t('commands.team.option.name.success', shown(one)));
    }),
    form(['modify', team('team'), 'color', colour('value')], (source, one, color) => {
      if (one.color === color) fail('commands.team.option.color.unchanged');
      one.color = color;
      source.game.scoreboard.teamChanged(one);
      report(source, t('commands.team.option.color.success', shown(one), color));
    }),
    form(
      ['modify', team('team'), choice('friendlyFire', 'seeFriendlyInvisibles'), bool('allowed')],
      (source, one, what, isOn) => {
        const field = what === 'friendlyFire' ? 'friendlyFire' : 'seeInvisible';
        const key = `commands.team.option.${what === 'friendlyFire' ? 'friendlyfire' : what}`;
        if (one[field] === isOn) fail(`${key}.already${isOn ? 'Enabled' : 'Disabled'}`);
        one[field] = isOn;
        source.game.scoreboard.teamChanged(one);
        report(source, t(`${key}.${isOn ? 'enabled' : 'disabled'}`, shown(one)));
      },
    ),
    form(
      ['modify', team('team'), choice('nametagVisibility', 'deathMessageVisibility'), choice(...visibilities)],
      (source, one, what, value) => {
        const field = what === 'nametagVisibility' ? 'nameTags' : 'deathMessages';
        if (one[field] === value) fail(`commands.team.option.${what}.unchanged`);
        one[field] = value;
        source.game.scoreboard.teamChanged(one);
        report(source, t(`commands.team.option.${what}.success`, shown(one), t(`team.visibility.${value}`)));
      },
    ),
    form(['modify', team('team'), 'collisionRule', choice(...collisions)], (source, one, value) => {
      if (one.collisions === value) fail('commands.team.option.collisionRule.unchanged');
      one.collisions = value;
      source.game.scoreboard.teamChanged(one);
      report(source, t('commands.team.option.collisionRule.success', shown(one), t(`team.collision.${value}`)));
    }),
    form(['modify', team('team'), choice('prefix', 'suffix'), component('value')], (source, one, what, text) => {
      one[what] = text;
      source.game.scoreboard.teamChanged(one);
      report(source, t(`commands.team.option.${what}.success`, text));
    }),
  ],
};

function shown({ title }: Team): Text {
  return inBrackets(title);
}
