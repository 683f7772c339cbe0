import { plainSettings, type RealmPlan } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { Access } from '../../../identity/access.ts';
import { NameTeams } from './name-teams.ts';

function teamsOf(plan: Partial<RealmPlan>, prefix: string) {
  const settings = { ...plainSettings, plan: { ...plainSettings.plan, ...plan } };
  settings.access = { ...settings.access, prefixes: [{ nickname: 'Ann', prefix }] };
  const said: string[] = [];
  const teams = new NameTeams(settings, new Access(settings, () => undefined), (command) => void said.push(command));
  /** The commands that are sent because of it. */
  const after = (act: () => void): string[] => {
    act();
    return said.splice(0);
  };
  return { settings, teams, after };
}

const team = 'rk.49915e0d7d4b';
const none = '{"text":""}';
const king = '{"text":"[King] ","color":"red"}';

test.each([
  ['gold alone', { highlightedNickname: true }, 'gold', none],
  ['both', { highlightedNickname: true, personalPrefix: true }, 'gold', king],
  ['a prefix alone', { personalPrefix: true }, 'reset', king],
])('a manager’s name: %s', (_, plan, color, prefix) => {
  const { teams, after } = teamsOf(plan, 'red King');
  const made = after(() => teams.update(['Ann']));
  expect(made).toEqual([
    `team add ${team}`,
    `team modify ${team} color ${color}`,
    `team modify ${team} prefix ${prefix}`,
    `team join ${team} Ann`,
  ]);
  expect(after(() => teams.update(['Ann']))).toEqual([]);
  expect(after(() => teams.end())).toEqual([`team remove ${team}`]);
});

test('another prefix is said at once, and that the plan has it no more', () => {
  const { settings, teams, after } = teamsOf({ highlightedNickname: true, personalPrefix: true }, '');
  after(() => teams.update(['Ann']));
  settings.access.prefixes = [{ nickname: 'ann', prefix: 'red King' }];
  expect(after(() => teams.update(['Ann']))).toEqual([
    `team modify ${team} color gold`,
    `team modify ${team} prefix ${king}`,
  ]);
  settings.plan = plainSettings.plan;
  expect(after(() => teams.update(['Ann']))).toEqual([`team remove ${team}`]);
  expect(after(() => teams.update(['Ann']))).toEqual([]);
});

test('without anything of it in the plan, the team of a run that was killed goes, and no more is said', () => {
  const { teams, after } = teamsOf({}, 'red King');
  expect(after(() => teams.update(['Ann']))).toEqual([
    `execute if entity @a[name=Ann,team=${team}] run team remove ${team}`,
  ]);
  expect(after(() => teams.update(['Ann']))).toEqual([]);
  expect(after(() => teams.end())).toEqual([]);
});
