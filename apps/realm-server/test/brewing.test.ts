import { once } from 'node:events';
import { expect, test } from 'vitest';
import { joinBot, sees } from './bots.ts';
import { makeRealmFolder, startRealm, until } from './realm-process.ts';

const eveningMs = 180_000;

test(
  'a bottle is filled, brewed twice at a stand, and drunk',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }), 1);
    const command = (line: string): Promise<Response> => realm.call('POST', '/command', { command: line });
    const ada = await joinBot(realm.gameSocket, 'Ada');
    ada.physicsEnabled = false;
    const feet = ada.entity.position.floored();
    const item = (name: string) => ada.inventory.items().find((candidate) => candidate.name === name);
    await command(`fill ${feet.x - 3} ${feet.y} ${feet.z - 3} ${feet.x + 3} ${feet.y + 3} ${feet.z + 3} air`);
    await command(`fill ${feet.x - 3} ${feet.y - 1} ${feet.z - 3} ${feet.x + 3} ${feet.y - 1} ${feet.z + 3} stone`);
    await command(`setblock ${feet.x} ${feet.y - 1} ${feet.z + 2} water`);
    await command(`setblock ${feet.x + 2} ${feet.y} ${feet.z} brewing_stand`);
    await sees(ada, feet.offset(2, 0, 0), 'brewing_stand');
    for (const name of ['glass_bottle', 'blaze_powder', 'nether_wart', 'sugar']) await command(`give Ada ${name}`);
    const bottle = await until(() => item('glass_bottle') ?? null);
    await until(() => item('sugar') ?? null);
    await ada.equip(bottle, 'hand');
    await ada.lookAt(feet.offset(0.5, -0.2, 2.5), true);
    const { yaw, pitch } = ada.entity;
    const degrees = { yaw: 180 - (yaw * 180) / Math.PI, pitch: (-pitch * 180) / Math.PI };
    ada._client.write('look', { ...degrees, onGround: true });
    await until(() => {
      if (!item('potion')) ada._client.write('use_item', { hand: 0 });
      return item('potion') ? true : null;
    });

    const block = ada.blockAt(feet.offset(2, 0, 0));
    if (!block) throw new Error('no stand');
    const stand = await ada.openBlock(block);
    const put = async (name: string, slot: number): Promise<void> => {
      const from = stand.items().find((candidate) => candidate.name === name && candidate.slot > 4);
      await ada.moveSlotItem(from?.slot ?? -1, slot);
    };
    const holds = (): string => JSON.stringify(stand.slots[0]?.nbt);
    await put('potion', 0);
    await put('blaze_powder', 4);
    await put('nether_wart', 3);
    await until(() => (holds().includes('awkward') ? true : null));
    expect(stand.slots[3]).toBeNull();
    await put('sugar', 3);
    await until(() => (holds().includes('swiftness') ? true : null));
    await ada.putAway(0);
    await ada.closeWindow(stand);
    await ada.equip(await until(() => item('potion') ?? null), 'hand');
    const pace = once(ada._client, 'entity_update_attributes');
    ada.activateItem();
    await until(() => (ada.entity.effects[1] ? true : null));
    expect((await pace)[0]).toMatchObject({ properties: [{ modifiers: [{ amount: 0.2 }] }] });
    await until(() => (item('glass_bottle') ? true : null));
  },
  eveningMs,
);
