// @vitest-environment happy-dom
import type { RealmBackup, RealmBackups } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { endSession, fill, labelled, press, renderInPage } from '../../../test/InPage.tsx';
import { keys } from '../../api/query-keys.ts';
import RealmBackupsPage from './RealmBackupsPage.tsx';

const backup: RealmBackup = {
  id: 'b1',
  created: '2026-01-01T12:00:00Z',
  origin: 'SCHEDULED',
  madeBy: null,
  state: 'READY',
  progress: null,
  bytes: 1,
  files: 1,
  kernel: { kernel: 'sandbox', version: '1.21.11' },
  problem: null,
};
const backups: RealmBackups = {
  backups: [backup],
  restore: null,
  reset: null,
  newRealm: null,
  limit: 3,
  bytesUsed: 1,
  bytesLimit: 2,
  cooldownMinutes: 60,
  nextAt: null,
  keptDays: 7,
};

const show = () =>
  renderInPage(<RealmBackupsPage />, {
    href: '/realm/backups?id=castle',
    messages: ['backups', 'realm'],
    data: [
      [keys.me, { id: 'me' }],
      [keys.realm('castle'), { id: 'castle', ownerId: 'me' }],
      [keys.realmBackups('castle'), backups],
    ],
  });

test('the name of a new server outlives the backup that it was asked for from, and the session', async () => {
  const first = await show();
  await press('As a new server');
  await fill('Server name', 'Second Castle');
  await first.change(keys.realmBackups('castle'), { ...backups, backups: [{ ...backup, id: 'b2' }] });
  expect(labelled('Server name').value).toBe('Second Castle');
  await endSession(first);
  const again = await show();
  expect(labelled('Server name').value).toBe('Second Castle');
  await again.unmount();
});
