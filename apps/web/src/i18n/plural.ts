import type { Language } from '@realmkeep/contract/languages';
import { once } from './once.ts';

/** A language's plural forms; `{n}` is the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What messages say how many by: `plural(2, {one: '{n} player', other: '{n} players'})`. */
export function pluralOf(language: Language): (count: number, forms: PluralForms) => string {
  const rules = once(() => new Intl.PluralRules(language));
  const numbers = once(() => new Intl.NumberFormat(language));
  return (count, forms) => (forms[rules().select(count)] ?? forms.other).replace('{n}', numbers().format(count));
}
