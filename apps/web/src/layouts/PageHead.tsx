import { mayBeIndexed } from '@realmkeep/contract/pages';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import type { PageStaticData } from './page-static-data.ts';

/** Keeps the title and the robots meta, and after each navigation takes the focus to the page. */
export function PageHead({ mainId }: { mainId: string }) {
  const shell = useMessages('shell');
  const page = useRouterState({ select: (state): PageStaticData => state.matches.at(-1)?.staticData ?? {} });
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const shown = useRef(path);

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
