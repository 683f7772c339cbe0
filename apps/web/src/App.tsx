import type { Language } from '@realmkeep/contract/languages';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { I18nProvider, useI18n } from './i18n/I18nProvider.tsx';
import type { createAppRouter } from './routes/router.ts';

type Router = ReturnType<typeof createAppRouter>;

interface Props {
  language: Language;
  router: Router;
  /** Whether the page was there before its script. */
  prerendered?: boolean;
  /** Called when the page has become interactive. */
  onStarted?: () => void;
}

/** All of the page, in the browser and when it is prerendered. */
export function App({ language, router, prerendered = false, onStarted }: Props) {
  useEffect(() => onStarted?.(), [onStarted]);
  return (
    <StrictMode>
      <I18nProvider language={language} prerendered={prerendered}>
        <Pages router={router} />
      </I18nProvider>
    </StrictMode>
  );
}

/** The router learns of each change of language. */
function Pages({ router }: { router: Router }) {
  const { language } = useI18n();
  return <RouterProvider router={router} context={{ language }} />;
}
