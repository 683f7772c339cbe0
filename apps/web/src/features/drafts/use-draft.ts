import { useEffect } from 'react';
import { dropDraft, keepDraft } from './drafts.ts';
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
