import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadLanguage } from './i18n/catalogue.ts';
import { I18nProvider } from './i18n/I18nProvider.tsx';
import { foundKeys, initialLanguage } from './i18n/locale.ts';
import { createAppRouter } from './routes.tsx';

const found = [foundKeys.account, foundKeys.place].map((key) => sessionStorage.getItem(key));
const language = initialLanguage(document.cookie, [...found, ...navigator.languages]);
const router = createAppRouter(language);

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const [catalogue] = await Promise.all([loadLanguage(language), router.load()]);
  createRoot(root).render(
    <StrictMode>
      <I18nProvider language={language} catalogue={catalogue}>
        <App router={router} />
      </I18nProvider>
    </StrictMode>,
  );
}

void start();
