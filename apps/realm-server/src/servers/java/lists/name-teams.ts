import { createHash } from 'node:crypto';
import { readPrefix, type RealmSettings } from '@realmkeep/realm-protocol';
import type { Access } from '../../../identity/access.ts';

/**
 * Managers' names as the plan has them: in gold, and with the prefix of their own. Each is in a team by themselves, for a team has one
 * prefix. Source: https://minecraft.wiki/w/Commands/team
 */
export class NameTeams {
  readonly #settings: RealmSettings;
  readonly #access: Access;
  readonly #tell: (command: string) => void;
  /** By name, the commands that its team was made by: none where it has no team. */
  readonly #shown = new Map<string, string[]>();

  constructor(settings: RealmSettings, access: Access, tell: (command: string) => void) {
    this.#settings = settings;
    this.#access = access;
    this.#tell = tell;
  }

  /** To be called when plan or prefixes are others, or those who are on. @param managers those on who have proved to be one */
  update(managers: readonly string[]): void {
    for (const name of this.#shown.keys()) if (!managers.includes(name)) this.#remove(name);
    for (const name of managers) {
      const wanted = this.#looks(name);
      const before = this.#shown.get(name);
      if (before?.join() === wanted.join()) continue;
      if (wanted.length === 0) this.#remove(name);
      else if (!before?.length) this.#tell(`team add ${teamOf(name)}`);
      for (const command of wanted) this.#tell(command);
      if (wanted.length > 0 && !before?.length) this.#tell(`team join ${teamOf(name)} ${name}`);
      this.#shown.set(name, wanted);
    }
  }

  /** Leaves nothing behind in the world. */
  end(): void {
    this.update([]);
  }

  /** Of a team that a run before this one has left behind, where that was killed, nothing is known: then the server looks. */
  #remove(name: string): void {
    const team = teamOf(name);
    const before = this.#shown.get(name);
    if (!before) this.#tell(`execute if entity @a[name=${name},team=${team}] run team remove ${team}`);
    else if (before.length > 0) this.#tell(`team remove ${team}`);
    this.#shown.delete(name);
  }

  #looks(name: string): string[] {
    const { highlightedNickname, personalPrefix } = this.#settings.plan;
    const prefix = personalPrefix ? readPrefix(this.#access.prefixOf(name) ?? '') : null;
    if (!highlightedNickname && !prefix) return [];
    const component = prefix ? { text: `[${prefix.text}] `, color: prefix.color } : { text: '' };
    return [
      `team modify ${teamOf(name)} color ${highlightedNickname ? 'gold' : 'reset'}`,
      // JSON is read as such by versions before 1.21.5, and as the SNBT that it also is from then on.
      `team modify ${teamOf(name)} prefix ${JSON.stringify(component)}`,
    ];
  }
}

/** Before 1.18 a team's name has 16 signs at most, as many as a player's. */
function teamOf(name: string): string {
  return `rk.${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 12)}`;
}
