import type { RealmVisitor } from '@realmkeep/realm-protocol';
import type { Context } from '../../../context.ts';

/** Who is behind the players of a realm that runs, by its own account. Their addresses are for nobody to see. */
export function visitorsOf({ directory }: Pick<Context, 'directory'>, id: string): RealmVisitor[] {
  const observed = directory.observed(id);
  return observed?.phase === 'READY' && observed.silentSince === null ? (observed.state?.visitors ?? []) : [];
}

/** Whether they came under an account's nickname without proving that it is theirs. */
export function isGuest({ name, nickname }: RealmVisitor): boolean {
  return name.toLowerCase() !== nickname.toLowerCase();
}
