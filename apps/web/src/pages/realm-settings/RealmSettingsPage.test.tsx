// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { endSession, fill, labelled, loadParts, renderInPage } from '../../../test/InPage.tsx';
import { keys } from '../../api/query-keys.ts';
import RealmSettingsPage from './RealmSettingsPage.tsx';

const realm = {
  id: 'castle',
  ownerId: 'me',
  name: 'Castle',
  description: '',
  domain: { domain: 'castle.localhost' },
  spawnX: 1,
  spawnY: 64,
  spawnZ: 1,
  ownerTier: 'DRAGON',
  rights: ['rename'],
  settings: { difficultyLevel: 'easy', spawnProtectionRadius: 8 },
  enforcement: {},
  live: { phase: 'READY' },
};

async function show() {
  const page = await renderInPage(<RealmSettingsPage />, {
    href: '/realm/settings?id=castle',
    messages: ['realm', 'manage', 'subscription'],
    data: [
      [keys.me, { id: 'me' }],
      [keys.realm('castle'), realm],
    ],
  });
  await loadParts();
  return page;
}

test('what is changed back, or not at all, follows a change by somebody else', async () => {
  const page = await show();
  const protection = 'Protected spawn, in blocks';
  await fill(protection, '9');
  await fill(protection, '8');
  await fill('X', '2');
  await fill('X', '1');
  await fill('Address', 'keep');
  await page.change(keys.realm('castle'), {
    ...realm,
    name: 'Their Castle',
    domain: { domain: 'theirs.localhost' },
    spawnX: 5,
    settings: { ...realm.settings, spawnProtectionRadius: 16 },
  });
  expect(['Server name', 'Address', protection, 'X'].map((label) => labelled(label).value)).toEqual([
    'Their Castle',
    'keep',
    '16',
    '5',
  ]);
  await endSession(page);
  const again = await show();
  expect(['Server name', 'Address'].map((label) => labelled(label).value)).toEqual(['Castle', 'keep']);
  await again.unmount();
});
