import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '@realmkeep/safe-fs';
import { expect, onTestFinished, test } from 'vitest';
import { exchangeWorlds, putWorldBack } from './exchange-worlds.ts';

const id = '0b5f1d7e-4c3a-4b8e-9d52-6f1a2b3c4d5e';

test('what only the other world brought along goes with it again, however often it is put back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-exchange-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const scratch = join(folder, `.world-${id}`);
  for (const name of ['world', `.world-${id}/world`]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['permissions.yml', 'whitelist.json']) writeFileSync(join(scratch, name), 'of the backup');
  writeFileSync(join(folder, 'permissions.yml'), 'present');
  await using root = await openFolder(folder);
  const shown = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

  for (let time = 0; time < 2; time += 1) await exchangeWorlds(root, id);
  expect(shown().toSorted()).toEqual(['permissions.yml', 'whitelist.json', 'world']);
  for (let time = 0; time < 2; time += 1) await putWorldBack(root, id);
  expect(shown().toSorted()).toEqual(['permissions.yml', 'world']);
  for (let time = 0; time < 2; time += 1) await exchangeWorlds(root, id);
  expect(shown().toSorted()).toEqual(['permissions.yml', 'whitelist.json', 'world']);
});
