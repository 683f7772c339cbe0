import { followFocus } from '../ui/focus-main.ts';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { mayBeIndexed } from '@realmkeep/contract/pages';
import { useEffect, useRef } from 'react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useDeferredShell } from './use-deferred-shell.ts';
import type { PageStaticData } from './page-static-data.ts';

const mainId = 'content';

export function RootLayout() {
  const { language } = useI18n();
  const shell = useMessages('shell');
  const deferred = useDeferredShell(language);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainId}`}
        className="sr-only top-2 left-2 z-10 rounded-block bg-ink px-4 py-3 font-semibold text-ground focus:not-sr-only focus:fixed focus:px-4 focus:py-3"
      >
        {shell.skip}
      </a>
      <Header />
      {deferred && <deferred.LiveBanner />}
      {/* The footer begins below what is seen, so that it does not move when a page has come. */}
      <main id={mainId} tabIndex={-1} className="mx-auto min-h-dvh w-full max-w-6xl flex-1 px-4 pt-6 pb-16 sm:px-6">
        <Outlet />
      </main>
      <Footer />
      <PageHead mainId={mainId} />
      {deferred && <deferred.DeferredShell />}
    </div>
  );
}

/** Keeps the title and the robots meta, and after each navigation takes the focus to the page. */
function PageHead({ mainId }: { mainId: string }) {
  const shell = useMessages('shell');
  const page = useRouterState({ select: (state): PageStaticData => state.matches.at(-1)?.staticData ?? {} });
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const shown = useRef(path);

  useEffect(followFocus, []);

  useEffect(() => {
    document.title = shell.titles[page.title ?? 'notFound'];
  }, [page, shell]);

  useEffect(() => {
    const robots = document.querySelector<HTMLMetaElement>('meta[name=robots]');
    if (robots) robots.content = mayBeIndexed(path) ? 'index, follow' : 'noindex, nofollow';
    // Not at the first page, where the browser has put the focus already; nor where the page itself has, at a step's title.
    const isTaken = document.activeElement?.matches('main :is(h1, h2)') || document.querySelector(':modal');
    if (shown.current !== path && !isTaken) document.getElementById(mainId)?.focus({ preventScroll: true });
    shown.current = path;
  }, [path, mainId]);
  return null;
}
