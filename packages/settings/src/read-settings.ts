import { internalSettings } from './internal-settings.ts';
import { WrongValue, type Reader } from './setting.ts';
import { settingsTable } from './settings.ts';

const all = { ...settingsTable, ...internalSettings };
type Name = keyof typeof all;

type NameFor<R extends Reader> = {
  [N in Name]: R extends (typeof all)[N]['readers'][number] ? N : never;
}[Name];

/** What the settings of these names mean. */
export type Settings<N extends Name> = { [K in N]: ReturnType<(typeof all)[K]['parse']> };

/** Settings that cannot be used. The message names each, and never a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The names of all settings of a process. */
export function namesFor<R extends Reader>(reader: R): NameFor<R>[] {
  const names = Object.keys(all) as Name[];
  return names.filter((name): name is NameFor<R> => (all[name].readers as readonly Reader[]).includes(reader));
}

/**
 * What an environment says of them; of an empty one, its default.
 * @throws SettingsError
 */
export function readSettings<N extends Name>(
  names: readonly N[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings<N> {
  const problems: string[] = [];
  const read = names.map((name) => {
    try {
      return [name, all[name].parse(environment[name] || all[name].default)];
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push(`${name}: ${error.message}`);
      return [name, null];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems.join('; '));
  return Object.fromEntries(read) as Settings<N>;
}
