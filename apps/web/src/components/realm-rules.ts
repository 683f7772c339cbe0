import { realmAddressProblem, realmNameProblem } from '@realmkeep/contract/rules';
import type { RealmText } from '../i18n/catalogue.ts';

export type RealmFieldProblem = keyof RealmText['fields']['problems'];

export interface RealmForm {
  name: string;
  address: string;
}

/** What is wrong with a realm's name and address; null where nothing is. */
export function realmProblems({ name, address }: RealmForm): Record<keyof RealmForm, RealmFieldProblem | null> {
  return { name: nameProblem(name), address: addressProblem(address) };
}

export function canUse(form: RealmForm): boolean {
  const { name, address } = realmProblems(form);
  return name === null && address === null;
}

function nameProblem(name: string): RealmFieldProblem | null {
  const problem = realmNameProblem(name);
  return problem && ({ too_short: 'nameShort', too_long: 'nameLong', characters: 'nameCharacters' } as const)[problem];
}

function addressProblem(address: string): RealmFieldProblem | null {
  const trimmed = address.trim();
  switch (realmAddressProblem(address)) {
    case null:
      return null;
    case 'reserved':
      return 'addressReserved';
    case 'too_short':
      return 'addressShort';
    case 'too_long':
      return 'addressLong';
    case 'characters':
      // One pattern stands for three rules: say which was broken.
      if (/[^A-Za-z0-9-]/.test(trimmed)) return 'addressCharacters';
      return /^-|-$/.test(trimmed) ? 'addressHyphen' : 'addressLetter';
  }
}
