import type { Language } from '@realmkeep/contract/languages';

const key = 'untoldLanguage';

/** The language that is being sent at the moment. */
let telling: string | null = null;

/**
 * Sends the chosen language to the account, if somebody is logged in with a valid token. The page uses the cookie's language,
 * so a failure changes nothing on it: it is recorded for the next page to try again. Rejects then.
 */
export async function tellAccountLanguage(language: Language): Promise<void> {
  telling = language;
  try {
    const { api, session } = await import('../../api/api.ts');
    if (!session.hasGoodToken()) return;
    localStorage.setItem(key, language);
    await api.userLanguageUpdate({ body: { language } });
    // Unless another has been chosen meanwhile.
    if (localStorage.getItem(key) === language) localStorage.removeItem(key);
  } finally {
    if (telling === language) telling = null;
  }
}

/** Sends what an earlier page failed to send. */
export async function tellUntoldLanguage(): Promise<void> {
  const language = localStorage.getItem(key);
  if (language !== null && language !== telling) await tellAccountLanguage(language as Language);
}

/** Another account may use the browser next. */
export function forgetUntoldLanguage(): void {
  localStorage.removeItem(key);
}
