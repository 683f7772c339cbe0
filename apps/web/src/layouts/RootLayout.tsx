import { Outlet } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { PageHead } from './PageHead.tsx';
import { useDeferredShell } from './use-deferred-shell.ts';

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
