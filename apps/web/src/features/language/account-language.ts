import type { Language } from '@realmkeep/contract/languages';

const key = 'untoldLanguage';

/** What is being told at the moment. */
let telling: string | null = null;

/**
 * Tells the account which language was chosen, if somebody is logged in and the token is good. Here the cookie has the choice,
 * so a failure changes nothing on the page: it is noted, for the next page to try again. Rejects then.
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

/** What an earlier page could not tell. */
export async function tellUntoldLanguage(): Promise<void> {
  const language = localStorage.getItem(key);
  if (language !== null && language !== telling) await tellAccountLanguage(language as Language);
}

/** Another account may use the browser next. */
export function forgetUntoldLanguage(): void {
  localStorage.removeItem(key);
}
