import type { Squid } from '../squid/squid.ts';
import type { Client } from '../squid/squid.ts';
import type { Text } from '../messages/text.ts';
import type { Tag } from '../../../world-format/nbt-fields.ts';
import { byte, compound, int, list, string } from '../../../world-format/nbt-tags.ts';
import { decorated, newTeam, type Team, teamFields } from './team.ts';

export interface Objective {
  name: string;
  criterion: string;
  title: Text;
  shownAs: 'integer' | 'hearts';
}
interface Score {
  value: number;
  /** Of a trigger: not to be triggered now. */
  isLocked: boolean;
}

/** Bounds on memory. */
const most = { objectives: 256, teams: 256, holders: 2000 };
/** Where scores are shown: in the list of players, at the side, below names; then at the side for each team's colour. */
export const slotNames = ['list', 'sidebar', 'belowName'];
/** The numbers of scoreboard_objective, scoreboard_score and teams of protocol 754. */
const act = { create: 0, remove: 1, update: 2, addMembers: 3, removeMembers: 4, set: 0 };

/** Objectives, scores and teams: kept in the game's own scoreboard.dat, and shown to everybody. */
export class Scoreboard {
  readonly #squid: Pick<Squid, '_writeAll'>;
  readonly objectives = new Map<string, Objective>();
  readonly teams = new Map<string, Team>();
  /** By slot, the name of the objective. */
  readonly displays = new Map<number, string>();
  /** By holder, and then by objective. */
  readonly #scores = new Map<string, Map<string, Score>>();
  #changed: () => void = () => undefined;

  constructor(squid: Pick<Squid, '_writeAll'>) {
    this.#squid = squid;
  }

  /** @returns false when there are too many */
  addObjective(objective: Objective): boolean {
    if (this.objectives.size >= most.objectives) return false;
    this.objectives.set(objective.name, objective);
    this.#changed();
    return true;
  }

  removeObjective(name: string): void {
    for (const [slot, shown] of this.displays) if (shown === name) this.displays.delete(slot);
    this.objectives.delete(name);
    for (const scores of this.#scores.values()) scores.delete(name);
    this.#tell('scoreboard_objective', { name, action: act.remove });
  }

  objectiveChanged(objective: Objective): void {
    this.#tell('scoreboard_objective', objectiveFields(objective, act.update));
  }

  /** @param name null shows none there */
  display(slot: number, name: string | null): void {
    const objective = name === null ? undefined : this.objectives.get(name);
    if (!objective) this.displays.delete(slot);
    else {
      this.displays.set(slot, objective.name);
      // Clients know only the objectives that have been shown.
      this.#tell('scoreboard_objective', objectiveFields(objective, act.remove));
      this.#tell('scoreboard_objective', objectiveFields(objective, act.create));
      for (const [holder, scores] of this.#scores) this.#tellScore(holder, objective.name, scores.get(objective.name));
      for (const [place, shown] of this.displays) {
        if (shown === objective.name) this.#tell('scoreboard_display_objective', { position: place, name: shown });
      }
      return;
    }
    this.#tell('scoreboard_display_objective', { position: slot, name: '' });
  }

  score(holder: string, objective: string): number | undefined {
    return this.#scores.get(holder)?.get(objective)?.value;
  }

  scoresOf(holder: string): [Objective, number][] {
    return [...(this.#scores.get(holder) ?? [])].flatMap(([name, { value }]): [Objective, number][] => {
      const objective = this.objectives.get(name);
      return objective ? [[objective, value]] : [];
    });
  }

  holders(): string[] {
    return [...this.#scores.keys()];
  }

  /** The game's scores have 32 bits. @returns the new score; undefined if there are too many */
  setScore(holder: string, objective: string, value: number): number | undefined {
    const scores = this.#scores.get(holder) ?? new Map<string, Score>();
    if (!this.#scores.has(holder) && this.#scores.size >= most.holders) return undefined;
    this.#scores.set(holder, scores);
    const score = { isLocked: true, ...scores.get(objective), value: value | 0 };
    scores.set(objective, score);
    this.#changed();
    this.#tellScore(holder, objective, score);
    return score.value;
  }

  resetScores(holder: string, objective: string | null): void {
    const scores = this.#scores.get(holder);
    for (const name of objective === null ? [...(scores?.keys() ?? [])] : [objective]) {
      if (!scores?.delete(name)) continue;
      this.#tell('scoreboard_score', { itemName: holder, action: 1, scoreName: name });
    }
    if (scores?.size === 0) this.#scores.delete(holder);
    this.#changed();
  }

  /** @returns whether that is another than before */
  lock(holder: string, objective: string, isLocked: boolean): boolean {
    if (this.score(holder, objective) === undefined) this.setScore(holder, objective, 0);
    const score = this.#scores.get(holder)?.get(objective);
    if (!score || score.isLocked === isLocked) return false;
    score.isLocked = isLocked;
    this.#changed();
    return true;
  }

  isLocked(holder: string, objective: string): boolean {
    return this.#scores.get(holder)?.get(objective)?.isLocked ?? true;
  }

  teamOf(holder: string): Team | undefined {
    return [...this.teams.values()].find(({ members }) => members.has(holder));
  }

  /** The name, as members of its team are shown. */
  inTeam(holder: string): Text {
    return decorated(holder, this.teamOf(holder));
  }

  /** Whether they are in one team whose members do not hurt each other. */
  areAllies(one: string, other: string): boolean {
    const team = this.teamOf(one);
    return team?.friendlyFire === false && team.members.has(other);
  }

  /** @returns false when there are too many */
  addTeam(team: Team): boolean {
    if (this.teams.size >= most.teams) return false;
    this.teams.set(team.name, team);
    this.#tell('teams', teamFields(team, act.create));
    return true;
  }

  removeTeam(team: Team): void {
    this.teams.delete(team.name);
    this.#tell('teams', { team: team.name, mode: act.remove });
  }

  teamChanged(team: Team): void {
    this.#tell('teams', teamFields(team, act.update));
  }

  /** Each is in one team at most. @param team null takes them out of theirs */
  joinTeam(holders: readonly string[], team: Team | null): void {
    for (const holder of holders) {
      const before = this.teamOf(holder);
      if (before === team) continue;
      before?.members.delete(holder);
      if (before) this.#tell('teams', { team: before.name, mode: act.removeMembers, players: [holder] });
      if (!team || team.members.size >= most.holders) continue;
      team.members.add(holder);
      this.#tell('teams', { team: team.name, mode: act.addMembers, players: [holder] });
    }
  }

  /** All that a newcomer has missed. */
  introduce(client: Client): void {
    for (const team of this.teams.values()) client.write('teams', teamFields(team, act.create));
    for (const name of new Set(this.displays.values())) {
      const objective = this.objectives.get(name);
      if (objective) client.write('scoreboard_objective', objectiveFields(objective, act.create));
      for (const [holder, scores] of this.#scores) {
        const value = scores.get(name)?.value;
        if (value !== undefined) client.write('scoreboard_score', scoreFields(holder, name, value));
      }
    }
    for (const [position, name] of this.displays) client.write('scoreboard_display_objective', { position, name });
  }

  #tellScore(holder: string, objective: string, score: Score | undefined): void {
    if (score && [...this.displays.values()].includes(objective)) {
      this.#squid._writeAll('scoreboard_score', scoreFields(holder, objective, score.value));
    }
  }

  #tell(name: string, fields: Record<string, unknown>): void {
    this.#squid._writeAll(name, fields);
    this.#changed();
  }

  /** @param saved as the game's scoreboard.dat has it, in `data` */
  restore(saved: unknown, changed: () => void): void {
    this.#changed = changed;
    const data = recordOf(saved);
    for (const one of listOf(data['Objectives']).slice(0, most.objectives)) {
      const name = String(one['Name']);
      const shownAs = one['RenderType'] === 'hearts' ? 'hearts' : 'integer';
      this.objectives.set(name, {
        name,
        criterion: String(one['CriteriaName']),
        title: textOf(one['DisplayName']),
        shownAs,
      });
    }
    for (const one of listOf(data['PlayerScores'])) {
      const [holder, objective] = [String(one['Name']), String(one['Objective'])];
      const scores = this.#scores.get(holder) ?? new Map<string, Score>();
      if (this.#scores.size >= most.holders || !this.objectives.has(objective)) continue;
      scores.set(objective, { value: Number(one['Score']) | 0, isLocked: one['Locked'] !== 0 });
      this.#scores.set(holder, scores);
    }
    for (const [key, name] of Object.entries(recordOf(data['DisplaySlots']))) {
      const slot = Number(/^slot_(\d+)$/.exec(key)?.[1] ?? -1);
      if (slot >= 0 && slot < 19 && this.objectives.has(String(name))) this.displays.set(slot, String(name));
    }
    for (const one of listOf(data['Teams']).slice(0, most.teams)) {
      const team = newTeam(String(one['Name']), textOf(one['DisplayName']));
      const members: unknown[] = Array.isArray(one['Players']) ? one['Players'] : [];
      this.teams.set(team.name, {
        ...team,
        color: stringOr(one['TeamColor'], team.color),
        friendlyFire: one['AllowFriendlyFire'] !== 0,
        seeInvisible: one['SeeFriendlyInvisibles'] !== 0,
        nameTags: stringOr(one['NameTagVisibility'], team.nameTags),
        deathMessages: stringOr(one['DeathMessageVisibility'], team.deathMessages),
        collisions: stringOr(one['CollisionRule'], team.collisions),
        prefix: textOf(one['MemberNamePrefix']),
        suffix: textOf(one['MemberNameSuffix']),
        members: new Set(members.slice(0, most.holders).map(String)),
      });
    }
  }

  toTags(): Record<string, Tag> {
    const scores = [...this.#scores].flatMap(([holder, of]) =>
      [...of].map(([objective, { value, isLocked }]) => ({
        Name: string(holder),
        Objective: string(objective),
        Score: int(value),
        Locked: byte(isLocked),
      })),
    );
    return {
      Objectives: list(
        'compound',
        [...this.objectives.values()].map(({ name, criterion, title, shownAs }) => ({
          Name: string(name),
          CriteriaName: string(criterion),
          DisplayName: string(JSON.stringify(title)),
          RenderType: string(shownAs),
        })),
      ),
      PlayerScores: list('compound', scores),
      DisplaySlots: compound(
        Object.fromEntries([...this.displays].map(([slot, name]) => [`slot_${slot}`, string(name)])),
      ),
      Teams: list(
        'compound',
        [...this.teams.values()].map((team) => ({
          Name: string(team.name),
          DisplayName: string(JSON.stringify(team.title)),
          TeamColor: string(team.color),
          AllowFriendlyFire: byte(team.friendlyFire),
          SeeFriendlyInvisibles: byte(team.seeInvisible),
          NameTagVisibility: string(team.nameTags),
          DeathMessageVisibility: string(team.deathMessages),
          CollisionRule: string(team.collisions),
          MemberNamePrefix: string(JSON.stringify(team.prefix)),
          MemberNameSuffix: string(JSON.stringify(team.suffix)),
          Players: list('string', [...team.members]),
        })),
      ),
    };
  }
}

function objectiveFields({ name, title, shownAs }: Objective, action: number): Record<string, unknown> {
  const type = shownAs === 'hearts' ? 1 : 0;
  return action === act.remove ? { name, action } : { name, action, displayText: JSON.stringify(title), type };
}

function scoreFields(itemName: string, scoreName: string, value: number): Record<string, unknown> {
  return { itemName, action: act.set, scoreName, value };
}

function textOf(saved: unknown): Text {
  try {
    return JSON.parse(String(saved)) as Text;
  } catch {
    return '';
  }
}

function stringOr(saved: unknown, otherwise: string): string {
  return typeof saved === 'string' ? saved : otherwise;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
