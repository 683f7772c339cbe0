import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServerLists } from './server-lists.ts';

/** The lists of a realm whose whitelist is on, the commands sent to the server, and the server's own switch. */
function whitelisted() {
  const folder = mkdtempSync(join(tmpdir(), 'realm-lists-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (isOn: boolean): void => writeFileSync(join(folder, 'server.properties'), `white-list=${isOn}\n`);
  const settings = { ...plainSettings, managers: [], access: { ...plainSettings.access, whitelistOn: true } };
  const told: string[] = [];
  const lists = new ServerLists(settings, settings, (command) => told.push(command));
  write(true);
  onTestFinished(lists.follow(folder, () => 'follow'));
  return { lists, told, write };
}

test('what the server was told and does not show in time, it is told again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { lists, told, write } = whitelisted();
  const isIn = lists.letIn('Ada');
  write(false);
  lists.look('switch');
  await isIn;
  lists.hasComeIn('Ada');
  expect(told).toEqual(['whitelist off', 'whitelist on']);
  // Somebody turned it off at the same moment: the file never shows it on.
  vi.advanceTimersByTime(5000);
  await vi.waitUntil(() => told.length > 2);
  expect(told).toEqual(['whitelist off', 'whitelist on', 'whitelist on']);
});

test('whoever comes in while the whitelist is turned on again behind another waits until it is off', async () => {
  const { lists, told, write } = whitelisted();
  const first = lists.letIn('Ada');
  expect(told).toEqual(['whitelist off']);
  write(false);
  await first;
  lists.hasComeIn('Ada');
  let isIn = false;
  const second = lists.letIn('Bob').then(() => (isIn = true));
  // The server has not done so yet: with both commands at once, Bob could arrive between them.
  lists.look('switch');
  expect(told).toEqual(['whitelist off', 'whitelist on']);
  write(true);
  await expect.poll(() => told).toEqual(['whitelist off', 'whitelist on', 'whitelist off']);
  expect(isIn).toBe(false);
  write(false);
  await second;
});
