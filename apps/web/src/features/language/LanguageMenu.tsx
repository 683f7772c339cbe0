import { type Language, languages } from '@realmkeep/contract/languages';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { languageNames } from '../../i18n/language-names.ts';
import { tellAccountLanguage } from './account-language.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Flag } from './Flag.tsx';

export function LanguageMenu() {
  const { language: current, choose, text } = useI18n();
  const select = async (language: Language) => {
    try {
      await choose(language);
    } catch {
      const { showToast } = await import('../../ui/toasts/toasts.ts');
      showToast('error', text.shell.language.failed);
      return;
    }
    tellAccountLanguage(language).catch(() => {});
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
