// @vitest-environment happy-dom
import { pages } from '@realmkeep/contract/pages';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthServer, startAuthServer, tokenPair } from '../../test/auth-server.ts';
import type { Session } from '../session/session.ts';
import { writeTokens } from '../session/tokens.ts';

let server: AuthServer;
let session: Session;
let authDialog: (typeof import('../session/auth-dialog.ts'))['authDialog'];
let chatReturn: (typeof import('../features/auth/chat-return.ts'))['chatReturn'];
let closeAuthDialog: (typeof import('../session/auth-dialog.ts'))['closeAuthDialog'];
let router: ReturnType<typeof import('./router.ts').createAppRouter>;

beforeAll(async () => {
  // What the pages prefetch is their business; here it is not found.
  server = await startAuthServer(() => ({ status: 404, error: 'not_found' }));
  const browser = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  browser.happyDOM.setURL(new URL('/', server.baseUrl).href);
  // Another file of this worker may have loaded them for another address.
  vi.resetModules();
  ({ session } = await import('../api/api.ts'));
  ({ chatReturn } = await import('../features/auth/chat-return.ts'));
  ({ authDialog, closeAuthDialog } = await import('../session/auth-dialog.ts'));
  router = (await import('./router.ts')).createAppRouter('en');
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(() => {
  localStorage.clear();
  session.followEvent({ key: null });
  closeAuthDialog();
});

function logIn(): void {
  writeTokens(localStorage, tokenPair(1));
  session.followEvent({ key: null });
}

/** Where one ends up, and what the page there is called. */
async function visit(address: string): Promise<{ address: string; title: string | undefined }> {
  router.history.push(address);
  await router.load();
  return { address: router.state.location.href, title: router.state.matches.at(-1)?.staticData.title };
}

describe('a visitor', () => {
  test.each([
    '/account',
    '/account/coins',
    '/account/verification',
    '/realm',
    '/realm/create',
    '/realm/details?id=1',
    '/realm/settings?id=1',
    '/realm/access?id=1',
    '/realm/nowhere',
    '/admin',
    '/admin/users',
  ])('of %s is sent home, to the login dialog', async (address) => {
    await expect(visit(address)).resolves.toEqual({ address: '/', title: 'home' });
    expect(authDialog.get().open).toBe('login');
  });

  test.each([
    ['/', 'home'],
    ['/terms-of-service', 'terms'],
    ['/privacy-policy', 'privacy'],
    ['/shop', 'shop'],
    ['/shop?category=PRIVILEGES', 'shop'],
    ['/shop/success?session_id=cs_1', 'shopSuccess'],
    ['/shop/success?OutSum=10.00&InvId=7', 'shopSuccess'],
    ['/shop/cancelled', 'shopCancelled'],
    ['/shop/payment/error', 'paymentError'],
    ['/shops', 'notFound'],
    ['/account/x', 'notFound'],
  ])('may see %s', async (address, title) => {
    await expect(visit(address)).resolves.toEqual({ address, title });
    expect(authDialog.get().open).toBeNull();
  });
});

describe('somebody logged in', () => {
  beforeEach(logIn);

  test.each(['/realm', '/realm?id=abc', '/realm/details', '/realm/details?id=', '/realm/settings', '/realm/nowhere'])(
    'at %s is sent to the account',
    async (address) => {
      await expect(visit(address)).resolves.toEqual({ address: '/account', title: 'account' });
    },
  );

  test.each([
    ['/account', 'account'],
    ['/account/coins', 'coins'],
    ['/account/verification', 'verification'],
    ['/realm/create', 'realmCreate'],
    ['/realm/create/modpack?pack=abc', 'realmModpack'],
    ['/realm/details?id=abc', 'realmDetails'],
    ['/realm/settings?id=abc', 'realmSettings'],
    ['/realm/console?id=abc', 'realmConsole'],
    ['/realm/players?id=abc', 'realmPlayers'],
    ['/realm/access?id=abc', 'realmAccess'],
    ['/realm/backups?id=abc', 'realmBackups'],
    ['/realm/world?id=abc', 'realmWorld'],
    ['/realm/kernel?id=abc', 'realmKernel'],
    ['/realm/plugins?id=abc', 'realmPlugins'],
    ['/realm/uploads?id=abc', 'realmUploads'],
    ['/realm/schedules?id=abc', 'realmSchedules'],
    ['/realm/activity?id=abc', 'realmActivity'],
    ['/realm/logs?id=abc', 'realmLogs'],
    ['/realm/databases?id=abc', 'realmDatabases'],
    ['/realm/files?id=abc&path=config', 'realmFiles'],
    ['/realm/nowhere?id=abc', 'notFound'],
    ['/admin/products', 'adminProducts'],
    ['/admin/users?q=a+b&page=2', 'adminUsers'],
    ['/admin/realms', 'adminRealms'],
    ['/admin/plans', 'adminPlans'],
    ['/admin/machine', 'adminMachine'],
    ['/admin/audit', 'adminAudit'],
    ['/admin/nowhere', 'notFound'],
  ])('may see %s', async (address, title) => {
    await expect(visit(address)).resolves.toEqual({ address, title });
  });

  test.each([
    ['/admin/users?q=123', { q: '123' }],
    ['/admin/users?q=1.50&page=2', { q: '1.50', page: 2 }],
    ['/realm/details?id=1', { id: '1' }],
    ['/realm/files?id=1&path=true', { id: '1', path: 'true' }],
    ['/realm/files?id=null&file=2024', { id: 'null', file: '2024' }],
  ])('at %s finds the parameters as they were written', async (address, search) => {
    await expect(visit(address)).resolves.toMatchObject({ address });
    expect(router.state.matches.at(-1)?.search).toEqual(search);
  });

  test.each([
    ['?code=123456789012345678901&state=1e5', { code: '123456789012345678901', state: '1e5' }],
    ['?error=access_denied&error_description=No&state=a', { error: 'access_denied' }],
  ])('coming back from the chat platform with %s leaves no trace of it in the address', async (search, brought) => {
    chatReturn.set(null);
    await visit('/');
    await visit(`/account/verification${search}`);
    expect(chatReturn.get()).toEqual(brought);
    expect(router.history.location.href).toBe('/account/verification');
    await visit('/account');
    expect(chatReturn.get()).toBeNull();
  });
});

test('the routes are the pages that the contract names, and those for paths that are none', () => {
  const known = Object.keys(router.routesByPath).filter((path) => !path.endsWith('$'));
  expect(known.toSorted()).toEqual([...pages].toSorted());
});
