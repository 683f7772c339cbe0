import { createStore } from './store.ts';

export type AuthDialogState = {
  /** One at a time: opening one closes the others. */
  open: 'login' | 'register' | 'verify' | null;
  /** The name to begin with. */
  username: string;
};

const closed: AuthDialogState = { open: null, username: '' };

export const authDialog = createStore(closed);

export function openAuthDialog(open: NonNullable<AuthDialogState['open']>, username = ''): void {
  authDialog.set({ open, username });
}

export function closeAuthDialog(): void {
  authDialog.set(closed);
}
