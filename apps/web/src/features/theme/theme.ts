import { createStore } from '../../shared/store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What was chosen; public/early.js has put it on the page before the first paint. */
export const themeStore = createStore<Theme>(
  themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system',
  'system',
);

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function show(): void {
  const theme = themeStore.get();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && systemDark.matches));
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  themeStore.set(theme);
}

themeStore.subscribe(show);
systemDark.addEventListener('change', show);
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') themeStore.set(themes.find((theme) => theme === newValue) ?? 'system');
});
