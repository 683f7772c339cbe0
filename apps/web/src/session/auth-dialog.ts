import { createStore } from './store.ts';

export type AuthDialogState = {
  /** One at a time: opening one closes the other. */
  open: 'login' | 'register' | null;
  /** The name to begin with. */
  username: string;
};

const closed: AuthDialogState = { open: null, username: '' };

export const authDialog = createStore(closed);

export function openAuthDialog(open: 'login' | 'register', username = ''): void {
  authDialog.set({ open, username });
}

export function closeAuthDialog(): void {
  authDialog.set(closed);
}
