import './styles.css';
import { ApiError } from '@realmkeep/contract/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadCatalogue } from './i18n/catalogue.ts';
import { I18nProvider } from './i18n/I18nProvider.tsx';
import { initialLanguage } from './i18n/locale.ts';
import { createAppRouter } from './routes.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server has refused it will refuse again.
      retry: (failures, fault) => failures < 2 && !(fault instanceof ApiError && fault.type === 'client'),
    },
    // Without a network a change fails at once and says so, instead of happening at some later time.
    mutations: { networkMode: 'always' },
  },
});
const router = createAppRouter(queries);
const language = initialLanguage(document.cookie, navigator.languages);

// A page that was opened before an update asks for files that are gone: the new page has theirs.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded'));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('reloaded', String(Date.now()));
  event.preventDefault();
  location.reload();
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const [catalogue] = await Promise.all([loadCatalogue(language), router.load()]);
  createRoot(root).render(
    <StrictMode>
      <I18nProvider language={language} catalogue={catalogue}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

void start();
