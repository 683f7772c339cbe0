import type { Language } from '@realmkeep/contract/languages';
import { createRouter, parseSearchWith, type RouterHistory, stringifySearchWith } from '@tanstack/react-router';
import { ErrorLayout } from '../layouts/ErrorLayout.tsx';
import { routeTree } from './routes.ts';

/**
 * @param language what the first page speaks
 * @param history where no browser has one
 */
export function createAppRouter(language: Language, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { language },
    defaultPreload: 'intent',
    // The caches of queries and texts know what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorLayout,
    scrollRestoration: history === undefined,
    // Every parameter is text, also one that looks like a number.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
