import type { Language } from '@realmkeep/contract/languages';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react';
import { loadLanguage } from './messages.ts';
import { createFormat, type Format } from './format.ts';
import { localeCookie, regionalLocale } from './locale.ts';

interface I18n {
  language: Language;
  format: Format;
  /** Loads the language and shows it. Rejects when it cannot be loaded. */
  show: (language: Language) => Promise<void>;
  /** The same, and keeps it in the cookie `locale`, as the visitor's choice. */
  choose: (language: Language) => Promise<void>;
}

const I18nContext = createContext<I18n | null>(null);

interface Props {
  language: Language;
  /** Whether the page was there before its script. */
  prerendered: boolean;
  children: ReactNode;
}

/** Starts with a language whose messages are already loaded. */
export function I18nProvider({ language: first, prerendered, children }: Props) {
  const [language, setLanguage] = useState(first);
  const [, startTransition] = useTransition();
  // A prerendered page does not know the visitor's region. It is applied a moment later, without urgency.
  const regional = regionalLocale(language, navigator.languages);
  const locale = useDeferredValue(regional, prerendered ? language : regional);

  useEffect(() => {
    // Setting it again would have the browser restyle the whole page.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  }, [language]);

  const wanted = useRef(first);

  const show = useCallback(async (next: Language) => {
    wanted.current = next;
    await loadLanguage(next);
    // Of two that are loading, the one that was requested last is shown.
    if (wanted.current === next) startTransition(() => setLanguage(next));
  }, []);

  const i18n = useMemo(
    (): I18n => ({
      language,
      format: createFormat(locale),
      show,
      choose: async (chosen) => {
        await show(chosen);
        if (wanted.current === chosen) document.cookie = localeCookie(chosen);
      },
    }),
    [language, locale, show],
  );
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

/** Renders its content in another language, whose messages are already loaded. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const page = useI18n();
  const inside = useMemo(
    () => (language === page.language ? page : { ...page, language, format: createFormat(language) }),
    [language, page],
  );
  return (
    <I18nContext value={inside}>
      <div lang={language}>{children}</div>
    </I18nContext>
  );
}

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n outside I18nProvider');
  return i18n;
}
