import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { ServerLists } from './server-lists.ts';

test('whoever comes in while the whitelist is turned on again behind another waits until it is off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'realm-lists-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (isOn: boolean): void => writeFileSync(join(folder, 'server.properties'), `white-list=${isOn}\n`);
  const settings = { ...plainSettings, managers: [], access: { ...plainSettings.access, whitelistOn: true } };
  const told: string[] = [];
  const lists = new ServerLists(settings, settings, (command) => told.push(command));
  write(true);
  onTestFinished(lists.follow(folder, () => 'follow'));

  const first = lists.letIn('Ada');
  expect(told).toEqual(['whitelist off']);
  write(false);
  await first;
  lists.hasComeIn('Ada');
  let isIn = false;
  const second = lists.letIn('Bob').then(() => (isIn = true));
  // The server has not done so yet: told of both at once, it could meet Bob in between.
  lists.look('switch');
  expect(told).toEqual(['whitelist off', 'whitelist on']);
  write(true);
  await expect.poll(() => told).toEqual(['whitelist off', 'whitelist on', 'whitelist off']);
  expect(isIn).toBe(false);
  write(false);
  await second;
});
