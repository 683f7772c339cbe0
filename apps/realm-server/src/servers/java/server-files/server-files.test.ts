import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { isAtLeast, ruleCommand } from './game-rules.ts';
import { propertiesText, serverProperties, writeServerFiles } from './server-files.ts';

test('the settings of a realm are the server’s properties', () => {
  const settings = {
    ...plainSettings,
    difficultyLevel: 'HARDCORE' as const,
    gameMode: 'ADVENTURE' as const,
    dealDamage: false,
    spawnProtectionRadius: 16,
    resourcePack: { url: 'https://packs.example/p.zip?a=b', sha1: 'a'.repeat(40) },
  };
  expect(serverProperties({ map: 'amplified', seed: 'castle', settings }, 40_000)).toMatchObject({
    'server-ip': '127.0.0.1',
    'server-port': 40_000,
    'online-mode': false,
    'level-type': 'amplified',
    'level-seed': 'castle',
    difficulty: 'hard',
    hardcore: true,
    gamemode: 'adventure',
    pvp: false,
    'allow-nether': true,
    'spawn-protection': 16,
    'resource-pack': 'https://packs.example/p.zip?a=b',
  });
});

test.each([
  ['Zamek · бесплатно', 'motd=Zamek \\u00b7 \\u0431\\u0435\\u0441\\u043f\\u043b\\u0430\\u0442\\u043d\\u043e\n'],
  ['a=b:c\\d #e!', 'motd=a\\=b\\:c\\\\d \\#e\\!\n'],
  [' two\nonline-mode=true', 'motd=\\ two\\u000aonline-mode\\=true\n'],
  ['one\ntwo', 'motd=one\\u000atwo\n'],
  ['🏰', 'motd=\\ud83c\\udff0\n'],
])('%j stays one property', (motd, text) => {
  expect(propertiesText({ motd })).toBe(text);
});

test('versions are compared by their numbers, and a rule has the name of its version', () => {
  expect(isAtLeast('1.21.11', '1.21.9')).toBe(true);
  expect(isAtLeast('1.21', '1.21.9')).toBe(false);
  expect(isAtLeast('26.1', '1.21.11')).toBe(true);
  expect(ruleCommand('1.20.4', 'announceAdvancements', false)).toBe('gamerule announceAdvancements false');
  expect(ruleCommand('26.1', 'announceAdvancements', true)).toBe('gamerule show_advancement_messages true');
  expect(ruleCommand('1.21.10', 'doFireTick', false)).toBe('gamerule doFireTick false');
  expect([true, false].map((spreads) => ruleCommand('1.21.11', 'doFireTick', spreads))).toEqual([
    'gamerule fire_spread_radius_around_player 128',
    'gamerule fire_spread_radius_around_player 0',
  ]);
});

test('crash reports lie among the logs, those of before too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-server-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'crash-reports'));
  await writeFile(join(folder, 'crash-reports/crash-1.txt'), 'old');
  const spec = { kernel: 'vanilla', settings: plainSettings } as RealmSpec;
  await writeServerFiles(folder, spec, 40_000);
  await writeServerFiles(folder, spec, 40_000);
  await writeFile(join(folder, 'crash-reports/crash-2.txt'), 'new');
  const words = [1, 2].map((n) => readFile(join(folder, `logs/crash-reports/crash-${n}.txt`), 'utf8'));
  expect(await Promise.all(words)).toEqual(['old', 'new']);
});
