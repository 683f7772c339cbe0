import type { Language } from '@realmkeep/contract/languages';
import { createRouter, type RouterHistory, stringifySearchWith } from '@tanstack/react-router';
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
    // The caches of queries and messages know what is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorLayout,
    scrollRestoration: history === undefined && scrollsAfterFirst(),
    // Every parameter stays text; parseSearchWith would turn `123` and `true` into a number and a boolean.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
  });
}

/**
 * Whether the router scrolls to a page's top, or to where it was left. A page that was just opened is at its top already, and may be read
 * and clicked before its script has loaded: scrolling then would lose the click.
 */
function scrollsAfterFirst(): (options: { location: { hash: string } }) => boolean {
  let isFirst = true;
  return ({ location }) => {
    const wasFirst = isFirst;
    isFirst = false;
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return !wasFirst || location.hash !== '' || arrival?.type !== 'navigate';
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
