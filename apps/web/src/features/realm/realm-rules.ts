import { ApiError } from '@realmkeep/contract/client';
import { realmAddressProblem, realmNameProblem } from '@realmkeep/contract/rules';
import type { Messages } from '../../i18n/messages.ts';

export type RealmFieldProblem = keyof Messages['realm']['fields']['problems'];

export interface RealmForm {
  name: string;
  address: string;
}

/** The problems of a realm's name and address; null if there are none. */
export function realmProblems({ name, address }: RealmForm): Record<keyof RealmForm, RealmFieldProblem | null> {
  return { name: nameProblem(name), address: addressProblem(address) };
}

export function canUse(form: RealmForm): boolean {
  const { name, address } = realmProblems(form);
  return name === null && address === null;
}

/** The field that the server did not take; null when the error is about neither. */
export function refusedField(error: unknown): keyof RealmForm | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'realm_name_taken') return 'name';
  return code === 'realm_address_taken' || code === 'realm_address_reserved' ? 'address' : null;
}

function nameProblem(name: string): RealmFieldProblem | null {
  const problem = realmNameProblem(name);
  return problem && ({ too_short: 'nameShort', too_long: 'nameLong', characters: 'nameCharacters' } as const)[problem];
}

function addressProblem(address: string): RealmFieldProblem | null {
  const problem = realmAddressProblem(address);
  if (problem === 'characters') return charactersProblem(address.trim());
  return (
    problem && ({ reserved: 'addressReserved', too_short: 'addressShort', too_long: 'addressLong' } as const)[problem]
  );
}

/** One pattern combines three rules; this tells which of them is broken. */
function charactersProblem(address: string): RealmFieldProblem {
  if (/[^A-Za-z0-9-]/.test(address)) return 'addressCharacters';
  return /^-|-$/.test(address) ? 'addressHyphen' : 'addressLetter';
}
