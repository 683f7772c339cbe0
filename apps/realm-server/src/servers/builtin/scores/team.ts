import type { Text } from '../messages/text.ts';

/** Who plays together, and how they are shown. */
export interface Team {
  name: string;
  title: Text;
  /** `reset` for none. */
  color: string;
  friendlyFire: boolean;
  seeInvisible: boolean;
  nameTags: string;
  deathMessages: string;
  collisions: string;
  prefix: Text;
  suffix: Text;
  members: Set<string>;
}

/** In the order of their numbers in the packet of teams, where 21 is none. */
export const teamColours =
  'black dark_blue dark_green dark_aqua dark_red dark_purple gold gray dark_gray blue green aqua red light_purple yellow white'.split(
    ' ',
  );
const noColour = 21;

export function newTeam(name: string, title: Text): Team {
  return {
    name,
    title,
    color: 'reset',
    friendlyFire: true,
    seeInvisible: true,
    nameTags: 'always',
    deathMessages: 'always',
    collisions: 'always',
    prefix: '',
    suffix: '',
    members: new Set(),
  };
}

/** A name with its team's prefix, suffix and colour. */
export function decorated(name: string, team: Team | undefined): Text {
  if (!team) return name;
  const { color, prefix, suffix } = team;
  return { text: '', extra: [prefix, name, suffix], ...(color !== 'reset' && { color }) };
}

/** Of the packet of teams of protocol 754, for a team that is new (0) or changed (2). */
export function teamFields(team: Team, mode: number): Record<string, unknown> {
  const colour = teamColours.indexOf(team.color);
  return {
    team: team.name,
    mode,
    name: JSON.stringify(team.title),
    friendlyFire: (team.friendlyFire ? 1 : 0) | (team.seeInvisible ? 2 : 0),
    nameTagVisibility: team.nameTags,
    collisionRule: team.collisions,
    formatting: colour < 0 ? noColour : colour,
    prefix: JSON.stringify(team.prefix),
    suffix: JSON.stringify(team.suffix),
    ...(mode === 0 && { players: [...team.members] }),
  };
}
