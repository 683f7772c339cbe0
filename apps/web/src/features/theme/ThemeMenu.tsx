import { Monitor, Moon, Sun } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useStore, createStore } from '../../shared/store.ts';
import { Menu } from '../../ui/Menu.tsx';

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

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** What was chosen; public/early.js has put it on the page before the first paint. */
const themeStore = createStore<Theme>(
  themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system',
  'system',
);

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function show(): void {
  const theme = themeStore.get();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && systemDark.matches));
}

function chooseTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  themeStore.set(theme);
}

themeStore.subscribe(show);
systemDark.addEventListener('change', show);
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') themeStore.set(themes.find((theme) => theme === newValue) ?? 'system');
});
