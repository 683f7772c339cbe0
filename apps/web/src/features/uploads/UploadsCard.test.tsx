// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AuthServer, startAuthServer, tokenPair } from '../../../test/auth-server.ts';
import { render, type Rendered } from '../../../test/render.ts';
import { writeTokens } from '../../session/tokens.ts';

const upload = { id: '4c0f6f43-4fd4-4c4e-9f6e-1d7a3c5b2e10', size: 7 };
/** What the server reads as JSON. */
const file = new File(['[1,2,3]'], 'a.json', { lastModified: 1 });

let server: AuthServer;
let session: (typeof import('../../api/api.ts'))['session'];
let I18nProvider: (typeof import('../../i18n/I18nProvider.tsx'))['I18nProvider'];
let useUploads: (typeof import('./use-uploads.ts'))['useUploads'];
let UploadsCard: (typeof import('./UploadsCard.tsx'))['UploadsCard'];
let uploads: ReturnType<typeof useUploads>;
let rendered: Rendered | undefined;

const router = createRouter({ routeTree: createRootRoute() });

/** The answer to a piece. */
let answer: AuthServer['answer'];
const arrives: AuthServer['answer'] = () => ({ data: { ...upload, received: upload.size } });

/** The answer to the call that places the file. */
let finish: AuthServer['answer'];
const placed: AuthServer['answer'] = () => ({ data: { name: 'a.json' } });

beforeAll(async () => {
  server = await startAuthServer((asked) => {
    if (asked.call.startsWith('PATCH /api/upload/')) return answer(asked);
    if (asked.call.startsWith('POST /api/realm/uploads/')) return finish(asked);
    return asked.call.includes('/api/upload') ? { data: { ...upload, received: 0 } } : {};
  });
  const browser = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  browser.happyDOM.setURL(new URL('/', server.baseUrl).href);
  // Another file of this worker may have loaded them for another address.
  vi.resetModules();
  ({ session } = await import('../../api/api.ts'));
  ({ I18nProvider } = await import('../../i18n/I18nProvider.tsx'));
  ({ useUploads } = await import('./use-uploads.ts'));
  ({ UploadsCard } = await import('./UploadsCard.tsx'));
  const { loadLanguage, loadMessages } = await import('../../i18n/messages.ts');
  await Promise.all([
    loadLanguage('en'),
    loadMessages('errors', 'en'),
    loadMessages('uploads', 'en'),
    loadMessages('shell', 'en'),
  ]);
});
afterAll(() => server[Symbol.asyncDispose]());

function logIn(): void {
  writeTokens(localStorage, tokenPair(1));
  session.followEvent({ key: null });
}

function Page() {
  const shown = useUploads('castle');
  useEffect(() => {
    uploads = shown;
  });
  return <UploadsCard uploads={shown} />;
}

/** React renders by itself what the answers change, rather than when `act` ends. */
const followStates = (on: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: !on });

beforeEach(async () => {
  localStorage.clear();
  finish = placed;
  logIn();
  server.asked = [];
  rendered = await render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider prerendered={false} language="en">
        <RouterContextProvider router={router}>
          <Page />
        </RouterContextProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  followStates(true);
});
afterEach(async () => {
  followStates(false);
  await rendered?.unmount();
});

const send = () => uploads.add([file], 'config');
const state = () => uploads.items.at(-1)?.state;
const becomes = (wanted: string) => expect.poll(state, { interval: 5 }).toBe(wanted);
const asked = () => server.asked.map(({ call }) => call.replace(upload.id, 'ID').replace(/\?.*/, ''));
const button = (label: string) =>
  rendered?.container.querySelector<HTMLElement>(`[aria-label="${label}: config/a.json"]`);
const press = async (label: string) => {
  // Its code is fetched.
  await expect.poll(() => button(label)).toBeTruthy();
  button(label)?.focus();
  button(label)?.click();
};

test.each([
  ['for which there is no room', { status: 507, error: 'disk_full' }, 'not enough room'],
  ['in the midst of which the session ends', { status: 401, error: 'unauthorized' }, ''],
] as const)('a file %s stops, which is told, and goes on from what has arrived', async (_, refusal, told) => {
  answer = () => refusal;
  send();
  await becomes('failed');
  await expect.poll(() => rendered?.container.textContent).toContain(told);
  logIn();
  answer = arrives;
  server.asked = [];
  await press('Resume');
  await becomes('done');
  expect(asked().filter((call) => call.includes('upload'))).toEqual([
    'GET /api/upload/ID',
    'PATCH /api/upload/ID',
    'POST /api/realm/uploads/castle',
  ]);
});

test('what has arrived of a paused file is discarded with it', async () => {
  const asking = Promise.withResolvers<void>();
  answer = () => {
    asking.resolve();
    return new Promise(() => undefined);
  };
  send();
  await asking.promise;
  await press('Pause');
  await becomes('paused');
  expect(document.activeElement).toBe(button('Resume'));
  expect(asked()).not.toContain('DELETE /api/upload/ID');
  await press('Remove');
  await becomes('cancelled');
  await expect.poll(asked).toContain('DELETE /api/upload/ID');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('upload '))).toEqual([]);
});

const unknown = () => ({ status: 404, error: 'upload_unknown' }) as const;

test('a file whose placing is not answered is placed once, whether that call has arrived or not', async () => {
  answer = arrives;
  for (const [n, again] of [placed, unknown].entries()) {
    server.asked = [];
    finish = () => {
      finish = again;
      throw new Error('the connection breaks');
    };
    send();
    await expect.poll(() => uploads.items.filter((item) => item.state === 'done')).toHaveLength(n + 1);
    expect(asked().filter((call) => call === 'POST /api/realm/uploads/castle')).toHaveLength(2);
  }
});

const dialog = () => document.querySelector('dialog')?.textContent;

/** Whether closing the tab is. */
function isCloseAsked(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

test('a page that sends a file asks before it is left, but not before it shows another folder', async () => {
  const asking = Promise.withResolvers<void>();
  const sending = Promise.withResolvers<void>();
  answer = async (piece) => {
    asking.resolve();
    await sending.promise;
    return arrives(piece);
  };
  send();
  await asking.promise;
  await expect.poll(isCloseAsked).toBe(true);
  router.history.push('/?path=plugins');
  await expect.poll(() => router.history.location.href).toBe('/?path=plugins');
  router.history.push('/account');
  await expect.poll(dialog).toContain('Leave and stop uploading?');
  expect(router.history.location.href).toBe('/?path=plugins');
  sending.resolve();
  await becomes('done');
});

test('what has arrived of a file that finds another in its place is kept, and replaces that if it shall', async () => {
  answer = arrives;
  finish = (call) =>
    (call.body as { replace: boolean }).replace ? placed(call) : { status: 409, error: 'file_exists' };
  send();
  await becomes('failed');
  expect(asked()).not.toContain('DELETE /api/upload/ID');
  await press('Replace');
  await becomes('done');
});
