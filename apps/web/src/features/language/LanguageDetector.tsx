import { languageCookies } from '@realmkeep/contract/languages';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { languageOfPlace } from '../../i18n/language-of-place.ts';
import { chosenLanguage, foundCookie, readCookie } from '../../i18n/locale.ts';
import { tellUntoldLanguage } from './account-language.ts';
import { useSession } from '../../session/use-session.ts';

/** Milliseconds for which a visitor may be shown another language than the page has begun with. */
const patience = 3000;

const isKnown = (of: 'account' | 'place') => readCookie(document.cookie, languageCookies[of]) !== null;

/**
 * The language of those who have chosen none: the account's or, for a visitor, that of the place they come from. Each is
 * looked up once and kept in a session cookie, so that the api serves the next page in it.
 *
 * The first paint waits for neither: it is in the browser's language. A visitor's page changes from that only if the
 * answer comes soon and they have touched nothing so far; a page in use keeps its language until the next one loads.
 * A choice that could not be saved to the account is saved now. Someone who has just logged in expects the page to become
 * theirs, so the account's language is shown whenever it arrives.
 */
export function LanguageDetector() {
  const { show } = useI18n();
  const { isLoggedIn } = useSession();

  useEffect(() => {
    let left = false;
    const mayShow = () => !left && chosenLanguage(document.cookie) === null;

    const ofAccount = async () => {
      await tellUntoldLanguage();
      if (isKnown('account') || !mayShow()) return;
      const { language } = await api.userLanguage();
      if (!mayShow()) return;
      document.cookie = foundCookie('account', language);
      await show(language);
    };
    const ofPlace = async () => {
      document.cookie = foundCookie('account', null);
      if (isKnown('place') || !mayShow()) return;
      const { languages } = await api.geoLanguages({ signal: AbortSignal.timeout(patience) });
      const language = languageOfPlace(languages);
      document.cookie = foundCookie('place', language ?? '');
      if (language && mayShow() && !navigator.userActivation.hasBeenActive) await show(language);
    };

    // What cannot be had is asked for again by the next page.
    (isLoggedIn ? ofAccount() : ofPlace()).catch(() => {});
    return () => {
      left = true;
    };
  }, [isLoggedIn, show]);
  return null;
}
