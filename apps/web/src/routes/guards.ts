import { redirect } from '@tanstack/react-router';
import { paths } from '../shared/paths.ts';
import { openAuthDialog } from '../session/auth-dialog.ts';
import { sessionState } from '../session/use-session.ts';

/** A guarded route sends the visitor home, with the login dialog open. */
export function requireSession(): void {
  if (sessionState.get().isLoggedIn) return;
  openAuthDialog('login');
  throw redirect(paths.home);
}

/** A page of a realm without an id is none. */
export function requireId({ search }: { search: { id?: string | undefined } }): void {
  if (search.id === undefined) throw redirect(paths.account);
}
