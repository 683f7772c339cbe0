import { type Language, languages } from '@realmkeep/contract/languages';
import { api, session } from '../api.ts';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { languageNames } from '../i18n/language-names.ts';
import { Menu } from '../ui/Menu.tsx';
import { showToast } from '../ui/toasts.ts';
import { Flag } from './Flag.tsx';

export function LanguageMenu() {
  const { language: current, choose, text } = useI18n();
  const select = async (language: Language) => {
    try {
      await choose(language);
    } catch {
      showToast('error', text.shell.language.failed);
      return;
    }
    // Quietly: here the cookie has the choice, and the account will learn the next one.
    if (session.hasGoodToken()) await api.userLanguageUpdate({ body: { language } }).catch(() => {});
  };
  return (
    <Menu
      label={text.shell.language.label}
      icon={<Flag language={current} />}
      items={languages.map((language) => ({
        key: language,
        label: languageNames[language],
        lang: language,
        icon: <Flag language={language} />,
        selected: language === current,
        onSelect: () => void select(language),
      }))}
    />
  );
}
