import { usernameProblem } from '@realmkeep/contract/rules';

/** Who invites by this address, `/?ref=nickname`; null for any other, and for what can be no nickname. */
export function inviterOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const nickname = new URLSearchParams(search).get('ref')?.trim() ?? '';
  return pathname === '/' && usernameProblem(nickname) === null ? nickname : null;
}
