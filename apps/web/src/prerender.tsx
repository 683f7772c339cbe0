import type { Language } from '@realmkeep/contract/languages';
import { isPage } from '@realmkeep/contract/pages';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from './App.tsx';
import { loadLanguage, loadMessages } from './i18n/messages.ts';
import { createAppRouter } from './routes/router.ts';

/**
 * Loads all that a page needs, once per instance of this module: cached data of one page would show on the next.
 * @param path an unknown one gets the page for that
 */
export async function loadPage(path: string, language: Language) {
  const address = isPage(path) ? `${path}?id=any` : '/no/such/page';
  const router = createAppRouter(language, createMemoryHistory({ initialEntries: [address] }));
  await Promise.all([loadLanguage(language), router.load()]);
  const shown = router.state.matches.at(-1);
  const { title = 'notFound', prerendered = false } = shown?.staticData ?? {};
  return {
    routeId: shown?.routeId ?? '',
    title: (await loadMessages('shell', language)).titles[title],
    prerendered,
    render: async (): Promise<string> => {
      // A boundary that is large would be sent behind the page, with a script to move it.
      const { prelude } = await prerender(<App language={language} router={router} />, {
        progressiveChunkSize: Infinity,
        onError: (error) => {
          throw error;
        },
      });
      return new Response(prelude).text();
    },
  };
}
