// @vitest-environment happy-dom
import type { ModpackVersions } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { endSession, fill, labelled, renderInPage } from '../../../test/InPage.tsx';
import { keys } from '../../api/query-keys.ts';
import RealmModpackPage from './RealmModpackPage.tsx';

const version = { isRelease: true, published: '2026-01-01T00:00:00Z', loaders: [], game: '1.21.11', problem: null };
const pack: ModpackVersions = {
  title: 'Pack',
  versions: [
    { ...version, id: 'v2', number: '2.0' },
    { ...version, id: 'v1', number: '1.0' },
  ],
  accepted: null,
};

const show = () =>
  renderInPage(<RealmModpackPage />, {
    href: '/realm/create/modpack?pack=one',
    messages: ['modpacks', 'addons', 'kernel', 'realm', 'subscription'],
    data: [
      [keys.possibility, { possible: true, kernels: [{ kernel: 'fabric' }] }],
      [['modpacks', 'versions', 'one'], pack],
      [['modpacks', 'versions', 'two'], pack],
    ],
  });

const typed = () => ['Server name', 'Address', 'Version of the modpack'].map((label) => labelled(label).value);

test('what is typed stays when another pack is chosen, and with the version when the session ends', async () => {
  const page = await show();
  await fill('Server name', 'Castle');
  await fill('Address', 'castle');
  await fill('Version of the modpack', 'v1');
  await page.go('/realm/create/modpack');
  await page.go('/realm/create/modpack?pack=two');
  expect(typed()).toEqual(['Castle', 'castle', 'v1']);
  await endSession(page);
  const again = await show();
  expect(typed()).toEqual(['Castle', 'castle', 'v1']);
  await again.unmount();
});
