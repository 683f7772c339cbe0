import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode, Suspense } from 'react';
import { I18nProvider } from '../src/i18n/I18nProvider.tsx';
import { loadLanguage, loadMessages, type MessagesName } from '../src/i18n/messages.ts';
import { render } from './render.ts';

// Nothing is answered.
Object.assign(globalThis, { fetch: () => new Promise(() => undefined) });

interface Options {
  messages: readonly MessagesName[];
  /** What queries would bring, by their keys. */
  data?: readonly (readonly [key: readonly unknown[], value: unknown])[];
}

/** Shows a part of a page in English, without a server. */
export async function renderInPage(node: ReactNode, { messages, data = [] }: Options) {
  await loadLanguage('en');
  await Promise.all((['shell', 'errors', ...messages] as const).map((name) => loadMessages(name, 'en')));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  for (const [key, value] of data) queries.setQueryData(key, value);
  const router = createRouter({ routeTree: createRootRoute() });
  const whole = (inner: ReactNode) => (
    <QueryClientProvider client={queries}>
      <RouterContextProvider router={router}>
        <I18nProvider prerendered={false} language="en">
          <Suspense>{inner}</Suspense>
        </I18nProvider>
      </RouterContextProvider>
    </QueryClientProvider>
  );
  const rendered = await render(whole(node));
  return {
    ...rendered,
    rerender: (next: ReactNode) => rendered.rerender(whole(next)),
    async unmount() {
      await rendered.unmount();
      queries.clear();
      router.history.destroy();
    },
  };
}

/** The control with this label. */
export function labelled(label: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent.startsWith(label));
  const found = document.querySelector(`[aria-label="${label}"]`) ?? labels[0]?.control;
  if (!(found instanceof HTMLElement)) throw new Error(`there is no ${label}`);
  return found as HTMLInputElement;
}

/** Types into it, or chooses. */
export async function fill(label: string, value: string): Promise<void> {
  const control = labelled(label);
  await act(async () => {
    // React looks at the prototype's setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

export async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`there is no button ${name}`);
  await act(async () => button.click());
}
