import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode, Suspense } from 'react';
import { onTestFinished, vi } from 'vitest';
import { leaveDrafts, unfinished } from '../src/features/drafts/drafts.ts';
import { I18nProvider } from '../src/i18n/I18nProvider.tsx';
import { loadLanguage, loadMessages, type MessagesName } from '../src/i18n/messages.ts';
import { sessionState } from '../src/session/use-session.ts';
import { render } from './render.ts';

// What changes is shown before `act` ends.
notifyManager.setScheduler(queueMicrotask);

interface Options {
  messages: readonly MessagesName[];
  /** What queries would bring, by their keys. */
  data?: readonly (readonly [key: readonly unknown[], value: unknown])[];
  /** The address of the page. */
  href?: string;
}

/** Shows a page, or a part of one, in English and without a server, to somebody who is logged in. */
export async function renderInPage(node: ReactNode, { messages, data = [], href = '/' }: Options) {
  // Nothing is answered; other files of this worker have servers.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadLanguage('en');
  await Promise.all((['shell', 'errors', ...messages] as const).map((name) => loadMessages(name, 'en')));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  /** Changes what a query has brought, as the socket does. */
  const change = (key: readonly unknown[], value: unknown) => act(async () => queries.setQueryData(key, value));
  for (const [key, value] of data) queries.setQueryData(key, value);
  setLoggedIn(true);
  history.replaceState(null, '', href);
  const router = createRouter({ routeTree: createRootRoute({ component: () => <Suspense>{node}</Suspense> }) });
  await router.load();
  const rendered = await render(
    <QueryClientProvider client={queries}>
      <I18nProvider prerendered={false} language="en">
        <RouterProvider router={router} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await loadParts();
  return {
    change,
    /** Shows another address of the page. */
    go: async (to: string) => {
      await act(async () => {
        router.history.push(to);
        await router.load();
      });
      await loadParts();
    },
    container: rendered.container,
    unmount: async () => {
      await rendered.unmount();
      router.history.destroy();
    },
  };
}

/** Until the parts of the page that are loaded on demand are there. */
export async function loadParts(): Promise<void> {
  await act(() => vi.dynamicImportSettled());
}

/** The session ends, and somebody comes back to what they typed. */
export async function endSession({ unmount }: { unmount: () => Promise<void> }): Promise<void> {
  setLoggedIn(false);
  await unmount();
  leaveDrafts('steve');
  unfinished.set(null);
}

function setLoggedIn(isLoggedIn: boolean): void {
  sessionState.set({ ...sessionState.get(), isLoggedIn });
}

/** The control with this label. */
export function labelled(label: string): HTMLInputElement {
  const element = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const found = document.querySelector(`[aria-label="${label}"]`) ?? element?.control;
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => {
    button.click();
    // Buttons act a moment later.
    vi.runAllTimers();
  });
  vi.useRealTimers();
  await loadParts();
}
