import { createStore } from '../../shared/store.ts';

interface Draft {
  value: unknown;
  /** The page that it was typed on. */
  href: string;
}

/** Unsent input of forms, by the form's name: only in memory, and as long as its page is shown. */
const drafts = new Map<string, Draft>();

/** Whose session has ended over drafts, and where the last of them was typed; null when none waits for its player. */
export const unfinished = createStore<{ owner: string; href: string } | null>(null);

/** @param href the page, where that is no longer shown */
export function keepDraft(name: string, value: unknown, href = location.pathname + location.search): void {
  drafts.delete(name);
  drafts.set(name, { value, href });
}

export function dropDraft(name: string): void {
  drafts.delete(name);
}

/** What the form had when the session ended, once its player has asked for that; else undefined. */
export function draftOf(name: string): unknown {
  return unfinished.get() === null ? drafts.get(name)?.value : undefined;
}

/** The session has ended. @param owner its user; drafts without an owner are dropped */
export function leaveDrafts(owner: string | undefined): void {
  const last = [...drafts.values()].at(-1);
  if (owner === undefined || !last) forgetDrafts();
  else unfinished.set({ owner, href: last.href });
}

export function forgetDrafts(): void {
  drafts.clear();
  unfinished.set(null);
}
