import { Monitor, Moon, Sun } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useStore } from '../../shared/store.ts';
import { Menu } from '../../ui/Menu.tsx';
import { chooseTheme, type Theme, themes, themeStore } from './theme.ts';

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

export function ThemeMenu() {
  const shell = useMessages('shell');
  const chosen = useStore(themeStore);
  const Icon = icons[chosen];
  return (
    <Menu
      label={shell.theme.label}
      icon={<Icon aria-hidden size={20} />}
      items={themes.map((theme) => {
        const ItemIcon = icons[theme];
        return {
          key: theme,
          label: shell.theme[theme],
          icon: <ItemIcon aria-hidden size={18} />,
          selected: theme === chosen,
          onSelect: () => chooseTheme(theme),
        };
      })}
    />
  );
}
