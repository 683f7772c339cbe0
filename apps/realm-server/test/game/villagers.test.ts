import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { homeOf } from '../../src/maps/survival/sites.ts';
import { survival } from '../../src/maps/survival/survival.ts';
import { joinBot } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** Some ten times the duration on an idle machine. */
const timeoutMs = 120_000;

type Seen = Bot['entity'] & { uuid: string };

function villagers(bot: Bot): Seen[] {
  return Object.values(bot.entities).filter((entity): entity is Seen => entity.name === 'villager');
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

/** Opens the window of the only villager. */
async function visit(bot: Bot): Promise<Awaited<ReturnType<Bot['openVillager']>>> {
  const villager = await until(() => villagers(bot)[0] ?? null);
  return bot.openVillager(villager);
}

test(
  'a villager trades as often as they have, learns, teaches, restocks, and neither side is lost by a kill of the realm',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', monsterSpawn: false, animalSpawn: false });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const { x, y, z } = ada.entity.position.floored();
    await command(realm, `fill ${x - 2} ${y} ${z - 2} ${x + 2} ${y} ${z + 2} oak_fence`);
    await command(realm, `fill ${x - 1} ${y} ${z - 1} ${x + 1} ${y} ${z + 1} air`);
    const offer = '{buy:{id:wheat,Count:20b},sell:{id:"minecraft:emerald",Count:1b},maxUses:2,xp:6}';
    const data = `{VillagerData:{profession:farmer,type:desert,level:1},Offers:{Recipes:[${offer}]}}`;
    await command(realm, `summon villager ${x + 0.5} ${y} ${z + 1.5} ${data}`);
    await command(realm, `give Ada wheat 64`);
    await until(() => (has(ada, 'wheat') === 64 ? true : null));

    const first = await visit(ada);
    expect(first.trades).toMatchObject([{ nbTradeUses: 0, maximumNbTradeUses: 2, tradeDisabled: false }]);
    const bob = await joinBot(realm.gameSocket, 'Bob');
    const sounds: string[] = [];
    (bob._client as EventEmitter).on('named_sound_effect', ({ soundName }) => sounds.push(String(soundName)));
    await until(() => villagers(bob)[0] ?? null);
    await bob.activateEntity(villagers(bob)[0] as Seen);
    // One customer at a time.
    await until(() => (sounds.includes('minecraft:entity.villager.no') ? true : null));
    const learnt = once(ada._client, 'trade_list');
    await ada.trade(first, 0, 2);
    await learnt;
    await until(() => (has(ada, 'emerald') === 2 && has(ada, 'wheat') === 24 ? true : null));
    expect(ada.experience.points).toBeGreaterThanOrEqual(6);

    // An exhausted offer stays exhausted, whoever clicks; and items in the cells are returned.
    ada._client.write('select_trade', { slot: 0 });
    await ada.clickWindow(2, 0, 0);
    await first.close();
    await until(() => (has(ada, 'wheat') === 24 ? true : null));
    expect(has(ada, 'emerald')).toBe(2);

    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    expect(back.entity.position.floored()).toMatchObject({ x, y, z });
    expect([has(back, 'emerald'), has(back, 'wheat')]).toEqual([2, 24]);
    const told = once(back._client, 'trade_list');
    const second = await visit(back);
    // With twelve points a novice becomes an apprentice, with two more offers.
    expect((await told)[0]).toMatchObject({ villagerLevel: 2, experience: 12 });
    expect(second.trades).toHaveLength(3);
    expect(second.trades[0]).toMatchObject({ nbTradeUses: 2, tradeDisabled: true });
    await second.close();
    await command(again, 'time set night');
    await until(async () => {
      const next = await visit(back);
      await next.close();
      return next.trades[0]?.nbTradeUses === 0 ? true : null;
    });

    // By night they shut the door that they sleep behind, and open it by day.
    const bed = `[I;${x + 6},${y},${z}]`;
    await command(again, `fill ${x + 5} ${y} ${z - 1} ${x + 7} ${y + 1} ${z + 1} stone`);
    await command(again, `fill ${x + 6} ${y} ${z} ${x + 6} ${y + 1} ${z} air`);
    for (const [n, half] of ['lower', 'upper'].entries())
      await command(again, `setblock ${x + 5} ${y + n} ${z} oak_door[half=${half},open=true,facing=east]`);
    const brain = `{Brain:{memories:{"minecraft:home":{value:{pos:${bed}}}}}}`;
    await command(again, `summon villager ${x + 6.5} ${y} ${z + 0.5} ${brain}`);
    const door = back.entity.position.floored().offset(5, 0, 0);
    const isOpen = (): unknown => back.blockAt(door)?.getProperties()['open'];
    await until(() => (isOpen() === false ? true : null));
    await command(again, 'time set day');
    await until(() => (isOpen() === true ? true : null));
    await command(again, 'time set night');

    // Zombies go for villagers.
    await command(again, 'gamemode creative Ada');
    const hurt = once(back, 'entityHurt');
    await command(again, `summon zombie ${x + 0.5} ${y} ${z - 0.5}`);
    expect((await hurt)[0]).toMatchObject({ name: 'villager' });
  },
  timeoutMs,
);

test(
  'a village has a villager for each bed, once, and of those who have died one comes again in the morning',
  async () => {
    const seed = 12;
    const { village } = homeOf(seed);
    if (!village) throw new Error('this seed has no village');
    const beds = survival.beds?.(seed, village.x - 48, village.z - 48, 96) ?? [];
    expect(beds.length).toBeGreaterThan(3);
    const settings = { gameMode: 'CREATIVE', borderDiameter: 500, monsterSpawn: false, animalSpawn: false } as const;
    const dir = makeRealmFolder(settings, { map: 'normal', seed: String(seed) });
    const comeTo = async (realm: RealmProcess): Promise<Bot> => {
      const ada = await joinBot(realm.gameSocket, 'Ada');
      // All of the village, and what must be seen around its beds.
      ada.setSettings({ viewDistance: 6 });
      await command(realm, `tp Ada ${village.x} 110 ${village.z}`);
      await until(() => (villagers(ada).length === beds.length ? true : null));
      return ada;
    };
    const realm = await startRealm(dir, 1);
    const uuids = villagers(await comeTo(realm)).map(({ uuid }) => uuid);
    await realm.call('POST', '/stop');
    await realm.ended();

    const again = await startRealm(dir, 2);
    const ada = await comeTo(again);
    expect(
      villagers(ada)
        .map(({ uuid }) => uuid)
        .toSorted(),
    ).toEqual(uuids.toSorted());
    await command(again, 'kill @e[type=villager]');
    await again.consoleLine(`Killed ${beds.length} entities`);
    await until(() => (villagers(ada).length === 0 ? true : null));

    const nextMorning = async (): Promise<void> => {
      for (const time of ['night', 'day']) {
        await command(again, `time set ${time}`);
        for (let n = 0; n < 2; n += 1) await once(ada, 'time');
      }
    };
    await again.call('PATCH', '/settings', { villagersRespawn: false });
    await nextMorning();
    expect(villagers(ada)).toEqual([]);
    await again.call('PATCH', '/settings', { villagersRespawn: true });
    await nextMorning();
    const [newcomer] = await until(() => (villagers(ada).length === 1 ? villagers(ada) : null));
    expect(beds.some(({ x, z }) => newcomer && Math.hypot(x - newcomer.position.x, z - newcomer.position.z) < 6)).toBe(
      true,
    );
    await nextMorning();
    await until(() => (villagers(ada).length === 2 ? true : null));
  },
  timeoutMs,
);
