import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import { sessionState } from '../../session/use-session.ts';

/**
 * Keeps a form's input across the end of the session; `draftOf` with the same name restores it.
 * @param value null if there is nothing to lose
 */
export function useDraft(name: string, value: unknown): void {
  const text = value === null ? null : JSON.stringify(value);
  useEffect(() => {
    if (text === null) dropDraft(name);
    else keepDraft(name, JSON.parse(text));
  }, [name, text]);
  useEffect(
    () => () => {
      // Leaving the page discards what was typed.
      if (sessionState.get().isLoggedIn) dropDraft(name);
    },
    [name],
  );
}

/** What is typed in a form of few fields, kept in the same way; null until somebody types. */
export function useTyped<T>(name: string): readonly [T | null, Dispatch<SetStateAction<T | null>>] {
  const [typed, setTyped] = useState<T | null>(() => (draftOf(name) as T | undefined) ?? null);
  useDraft(name, typed);
  return [typed, setTyped];
}

/** Forgets what was typed once it is stored, but not what has been typed since it was sent. */
export const cleared =
  <T>(sent: T, empty: T) =>
  (now: T): T =>
    now === sent ? empty : now;

/**
 * What of it differs from what is stored, or null if nothing does: what was changed back must not undo a later change of somebody else's.
 */
export function differing<T extends object>(typed: Partial<T>, stored: T): Partial<T> | null {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof T]);
  const others = Object.entries(typed).filter(isOther);
  return others.length > 0 ? (Object.fromEntries(others) as Partial<T>) : null;
}
