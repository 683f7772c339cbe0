import { Outlet } from '@tanstack/react-router';
import { AppToasts } from '../components/AppToasts.tsx';
import { AuthDialogs } from '../components/AuthDialogs.tsx';
import { SessionNotices } from '../components/SessionNotices.tsx';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LiveBanner } from './LiveBanner.tsx';
import { LiveConnection } from './LiveConnection.tsx';
import { PageHead } from './PageHead.tsx';
import { SignedOutWatch } from './SignedOutWatch.tsx';

const mainId = 'content';

export function RootLayout() {
  const { text } = useI18n();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainId}`}
        className="sr-only top-2 left-2 z-10 rounded-block bg-ink px-4 py-3 font-semibold text-ground focus:not-sr-only focus:fixed focus:px-4 focus:py-3"
      >
        {text.shell.skip}
      </a>
      <Header />
      <LiveBanner />
      <main id={mainId} tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 pt-6 pb-16 sm:px-6">
        <Outlet />
      </main>
      <Footer />
      <PageHead mainId={mainId} />
      <AuthDialogs />
      <AppToasts />
      <SessionNotices />
      <SignedOutWatch />
      <LiveConnection />
    </div>
  );
}
