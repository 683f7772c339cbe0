import { createStore } from '../shared/store.ts';

export type AuthDialogState = {
  /** One at a time: opening one closes the others. */
  open: 'login' | 'register' | 'verify' | null;
  /** The name to begin with. */
  username: string;
  /** Who invited the visitor: filled in whenever they register. */
  referrer: string;
};

export const authDialog = createStore<AuthDialogState>({ open: null, username: '', referrer: '' });

export function openAuthDialog(open: NonNullable<AuthDialogState['open']>, username = ''): void {
  authDialog.set({ ...authDialog.get(), open, username });
}

export function closeAuthDialog(): void {
  authDialog.set({ ...authDialog.get(), open: null, username: '' });
}

/** Remembers who invited the visitor, and offers registration unless a dialog is already open. */
export function acceptInvitation(referrer: string): void {
  const { open, username } = authDialog.get();
  authDialog.set({ open: open ?? 'register', username, referrer });
}
