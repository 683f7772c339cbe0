import { RouterProvider } from '@tanstack/react-router';
import { useI18n } from './i18n/I18nProvider.tsx';
import type { createAppRouter } from './routes.tsx';

/** The pages; the router learns of each change of language. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const { language } = useI18n();
  return <RouterProvider router={router} context={{ language }} />;
}
