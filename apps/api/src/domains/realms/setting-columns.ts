import { type ChosenName, chosenNames, type ChosenSettings } from '@realmkeep/realm-protocol';
import type { RealmRow } from './realm-queries.ts';

/** The column of a setting: `game_mode` for `gameMode`. */
type Column<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Column<Tail>}`
  : '';

function columnOf<Name extends ChosenName>(name: Name): Column<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Column<Name>;
}

/** What a realm's managers have chosen, by its row. */
export function chosenOf(row: Pick<RealmRow, Column<ChosenName>>): ChosenSettings {
  return Object.fromEntries(chosenNames.map((name) => [name, row[columnOf(name)]])) as ChosenSettings;
}

/** The columns of the given choices; undefined ones are left out. */
export function chosenColumns(change: { [Name in ChosenName]?: unknown }): Partial<RealmRow> {
  const given = chosenNames.filter((name) => change[name] !== undefined);
  return Object.fromEntries(given.map((name) => [columnOf(name), change[name]]));
}
