import { createStore } from '../../shared/store.ts';

/** What a visit to the chat platform has brought: a code to link by, or why there is none. */
export type ChatReturn = { code: string; state: string } | { error: string };

/** Held here alone, for the page that uses it once. */
export const chatReturn = createStore<ChatReturn | null>(null);

/** What the platform has put into the page's address. */
export function readChatReturn(search: { code?: unknown; state?: unknown; error?: unknown }): ChatReturn | null {
  const { code, state, error } = search;
  if (typeof error === 'string') return { error };
  return typeof code === 'string' && typeof state === 'string' ? { code, state } : null;
}
