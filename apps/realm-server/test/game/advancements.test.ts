import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hears, joinBot } from '../bots.ts';
import { makeRealmFolder, startRealm, until } from '../realm-process.ts';

interface Advancements {
  reset: boolean;
  advancementMapping: { key: string }[];
  progressMapping: { key: string }[];
}

test('what players achieve is told in the chat, shown, kept, and granted and revoked by command', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const command = (line: string): Promise<Response> => realm.call('POST', '/command', { command: line });
  let shown: Promise<Advancements> | undefined;
  const ada = await joinBot(realm.gameSocket, 'Ada', 'nobodys', (bot) => {
    shown = once(bot._client, 'advancements').then(([packet]) => packet as Advancements);
  });
  const first = await shown;
  expect(first?.reset).toBe(true);
  expect(first?.advancementMapping.map(({ key }) => key)).toContain('minecraft:story/mine_diamond');
  expect(first?.progressMapping).toEqual([]);

  const told = hears(ada, 'Ada has made the advancement [Stone Age]');
  const progress = once(ada._client, 'advancements');
  await command('give Ada cobblestone');
  await told;
  expect((await progress)[0]).toMatchObject({ reset: false, progressMapping: [{ key: 'minecraft:story/mine_stone' }] });
  const iron = hears(ada, "[Isn't It Iron Pick]");
  await command('advancement grant Ada only minecraft:story/iron_tools');
  await iron;
  await command('advancement revoke Ada only minecraft:story/iron_tools');

  // The same again is nothing new, and is there after a restart.
  await command('give Ada cobblestone');
  await realm.call('POST', '/stop');
  await realm.ended();
  const kept = JSON.parse(await readFile(`${dir}/world/advancements/${ada.player.uuid}.json`, 'utf8')) as object;
  expect(Object.keys(kept)).toEqual(['minecraft:story/mine_stone', 'DataVersion']);
  const again = await startRealm(dir, 2);
  const back = await joinBot(again.gameSocket, 'Ada', 'nobodys', (bot) => {
    shown = once(bot._client, 'advancements').then(([packet]) => packet as Advancements);
  });
  expect((await shown)?.progressMapping.map(({ key }) => key)).toEqual(['minecraft:story/mine_stone']);
  // Silence where the owner wants it.
  await again.call('PATCH', '/settings', { viewAchievementsOnChat: false });
  await again.call('POST', '/command', { command: 'advancement grant Ada everything' });
  await until(() => (again.printed().some((line) => line.includes('Granted 15 advancements')) ? true : null));
  expect(again.printed().join('\n')).not.toContain('has made the advancement');
  back.quit();
});
