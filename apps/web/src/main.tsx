import './styles.css';
import { languageOfTag } from '@realmkeep/contract/languages';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadLanguage } from './i18n/messages.ts';
import { foundCookie, initialLanguage } from './i18n/locale.ts';
import { createAppRouter } from './routes/router.ts';

takeLinkedLanguage();
// The api chose the language of the page it served: see apps/api/src/http/visitor-language.ts.
const language =
  (import.meta.env.PROD && languageOfTag(document.documentElement.lang)) ||
  initialLanguage(document.cookie, navigator.languages);
const router = createAppRouter(language);

/** A link in another language, `?lang=pl`, counts for the browser's session; the address itself is that of all languages. */
function takeLinkedLanguage(): void {
  const url = new URL(location.href);
  const linked = languageOfTag(url.searchParams.get('lang'));
  if (!linked) return;
  document.cookie = foundCookie('place', linked);
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
}

/** Presses what was pressed before the page had a script, if it is still there once the page knows who looks at it. */
function pressAgain(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const control of window.pressedEarly) if (control.isConnected) control.click();
      window.pressedEarly.clear();
    }),
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  await Promise.all([loadLanguage(language), router.load()]);
  // Some visitors are redirected, and the query string was not known when it was rendered.
  const isShown = root.dataset.prerendered === router.state.matches.at(-1)?.routeId;
  const prerendered = isShown && location.search === '';
  const app = <App language={language} router={router} prerendered={prerendered} onStarted={pressAgain} />;
  // Hydrated at once: clicking a link meanwhile would render the page again.
  if (prerendered) hydrateRoot(root, app);
  // A transition is rendered in small pieces: between them the page scrolls and answers.
  else startTransition(() => createRoot(root).render(app));
  document.removeEventListener('click', window.notePress);
  removeEventListener('error', window.noteLoss, true);
}

void start();
