import { type Language, languages } from '@realmkeep/contract/languages';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { languageNames } from '../../i18n/language-names.ts';
import { tellAccountLanguage } from './account-language.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Flag } from './Flag.tsx';

export function LanguageMenu() {
  const { language: current, choose } = useI18n();
  const shell = useMessages('shell');
  const select = async (language: Language) => {
    try {
      await choose(language);
    } catch {
      const { showToast } = await import('../../ui/toasts/toasts.ts');
      showToast('error', shell.language.failed);
      return;
    }
    tellAccountLanguage(language).catch(() => {});
  };
  return (
    <Menu
      label={shell.language.label}
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
