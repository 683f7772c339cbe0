import { once } from 'node:events';
import { expect, test } from 'vitest';
import { joinBot, sees, turnTo } from '../bots.ts';
import { makeRealmFolder, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;

test(
  'a bottle is filled, brewed at a stand, and drunk; another brewed once more, and thrown',
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
    const things = ['glass_bottle', 'blaze_powder', 'fermented_spider_eye', 'gunpowder'];
    for (const name of things) await command(`give Ada ${name}`);
    const bottle = await until(() => item('glass_bottle') ?? null);
    await until(() => item('gunpowder') ?? null);
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
    await command('give Ada potion');
    await until(() => stand.items().find(({ name, slot }) => name === 'potion' && slot > 4) ?? null);
    await put('potion', 1);
    await put('blaze_powder', 4);
    await put('fermented_spider_eye', 3);
    await until(() => (holds().includes('weakness') ? true : null));
    expect(stand.slots[3]).toBeNull();
    await ada.putAway(1);
    await put('gunpowder', 3);
    await until(() => (stand.slots[0]?.name === 'splash_potion' ? true : null));
    expect(holds()).toContain('weakness');
    await ada.putAway(0);
    await ada.closeWindow(stand);
    await ada.equip(await until(() => item('potion') ?? null), 'hand');
    const weakness = 18;
    ada.activateItem();
    const drunk = await until(() => ada.entity.effects[weakness] ?? null);
    await until(() => (item('glass_bottle') ? true : null));

    // At her feet it reaches her too, and lasts nearly as long as what is drunk.
    await command('effect clear Ada');
    await until(() => (ada.entity.effects[weakness] ? null : true));
    await ada.equip(await until(() => item('splash_potion') ?? null), 'hand');
    await turnTo(ada, ada.entity.position.offset(0, -1, 0.01));
    const broken = once(ada._client, 'world_event');
    await until(() => {
      if (item('splash_potion')) ada._client.write('use_item', { hand: 0 });
      return ada.entity.effects[weakness] ?? null;
    });
    expect((await broken)[0]).toMatchObject({ effectId: 2002, data: 0x484d48 });
    const { duration } = ada.entity.effects[weakness] ?? { duration: 0 };
    expect(duration).toBeGreaterThan(drunk.duration / 2);
    expect(duration).toBeLessThan(drunk.duration);
  },
  eveningMs,
);
