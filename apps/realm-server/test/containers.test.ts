import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { joinBot } from './bots.ts';
import { makeRealmFolder, type RealmProcess, startRealm, until } from './realm-process.ts';
import { storedLevels } from './stored-world.ts';

async function command(realm: RealmProcess, line: string): Promise<void> {
  await realm.call('POST', '/command', { command: line });
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

/** Everything until now is in the files when it returns, and nothing that comes later. */
async function save(realm: RealmProcess): Promise<void> {
  expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
}

async function kill(realm: RealmProcess): Promise<void> {
  realm.child.kill('SIGKILL');
  await realm.ended();
}

test('what lies on the ground is in the file of its place, and lies there again after a kill', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await command(realm, 'give Ada dirt 5');
  await until(() => (has(ada, 'dirt') === 5 ? true : null));
  ada._client.write('block_dig', { status: 3, location: { x: 0, y: 0, z: 0 }, face: 0 });
  await until(() => (has(ada, 'dirt') === 0 ? true : null));
  const lying = () =>
    storedLevels(dir)
      .flatMap(({ Entities }) => Entities)
      .find(({ id }) => id === 'minecraft:item');
  await save(realm);
  expect(lying()).toMatchObject({ Item: { id: 'minecraft:dirt', Count: 5 } });
  await kill(realm);

  const again = await startRealm(dir, 2);
  const seen: string[] = [];
  await joinBot(again.gameSocket, 'Bob', 'nobodys', (bot) =>
    bot.on('itemDrop', (entity) => {
      const item = entity.getDroppedItem();
      if (item) seen.push(`${item.count} ${item.name}`);
    }),
  );
  await until(() => (seen.includes('5 dirt') ? true : null));
  // How long it has lain there is kept when the place is left.
  await again.call('POST', '/stop');
  await again.ended();
  expect(lying()?.Age).toBeGreaterThan(0);
});
