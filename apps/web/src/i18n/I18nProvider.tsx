import type { Language } from '@realmkeep/contract/languages';
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useTransition } from 'react';
import { type Catalogue, loadLanguage } from './catalogue.ts';
import { createFormat, type Format } from './format.ts';
import { localeCookie, regionalLocale } from './locale.ts';

interface I18n {
  language: Language;
  /** Every text, in the language. */
  text: Catalogue;
  format: Format;
  /** Loads the language, shows it, and keeps the choice in the cookie `locale`. Rejects when it cannot be loaded. */
  choose: (language: Language) => Promise<void>;
}

const I18nContext = createContext<I18n | null>(null);

interface Props {
  language: Language;
  catalogue: Catalogue;
  children: ReactNode;
}

/** Begins with a catalogue that is loaded already. */
export function I18nProvider({ language, catalogue, children }: Props) {
  const [current, setCurrent] = useState({ language, text: catalogue });
  const [, startTransition] = useTransition();

  useEffect(() => {
    document.documentElement.lang = current.language;
  }, [current.language]);

  const i18n = useMemo(
    (): I18n => ({
      ...current,
      format: createFormat(regionalLocale(current.language, navigator.languages)),
      choose: async (chosen) => {
        const text = await loadLanguage(chosen);
        document.cookie = localeCookie(chosen);
        startTransition(() => setCurrent({ language: chosen, text }));
      },
    }),
    [current],
  );
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n outside I18nProvider');
  return i18n;
}
