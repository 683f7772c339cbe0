// @vitest-environment happy-dom
import type { RealmSchedules, Schedule } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { endSession, fill, labelled, press, renderInPage } from '../../../test/InPage.tsx';
import { keys } from '../../api/query-keys.ts';
import RealmSchedulesPage from './RealmSchedulesPage.tsx';

const schedule: Schedule = {
  id: 's1',
  name: 'Nightly',
  action: 'RESTART',
  command: null,
  time: '04:00',
  weekdays: [1],
  zone: 'UTC',
  enabled: true,
  nextRun: null,
  author: 'Steve',
  last: null,
};
const listOf = (...schedules: Schedule[]): RealmSchedules => ({ limit: 5, schedules });

const show = (list: RealmSchedules) =>
  renderInPage(<RealmSchedulesPage />, {
    href: '/realm/schedules?id=castle',
    messages: ['schedules'],
    data: [
      [keys.me, { id: 'me' }],
      [keys.realm('castle'), { id: 'castle', ownerId: 'me' }],
      [keys.realmSchedules('castle'), list],
    ],
  });

const typed = () => ['Name', 'Time'].map((label) => labelled(label).value);

test('what is typed about a schedule leaves the rest to others, and outlives it and the session', async () => {
  const page = await show(listOf(schedule));
  await press('Change');
  await fill('Name', 'Dawn');
  await page.change(keys.realmSchedules('castle'), listOf({ ...schedule, time: '05:45' }));
  expect(typed()).toEqual(['Dawn', '05:45']);
  await page.change(keys.realmSchedules('castle'), listOf());
  expect(labelled('Name').value).toBe('Dawn');
  expect(page.container.textContent).toContain('This schedule has been removed');
  await endSession(page);
  const again = await show(listOf());
  expect(typed()).toEqual(['Dawn', '04:00']);
  await again.unmount();
});
