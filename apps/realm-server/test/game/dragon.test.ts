import { type EventEmitter, once } from 'node:events';
import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { officialSeed } from '../../src/maps/official-maps.ts';
import { nearestSite } from '../../src/maps/survival/sites.ts';
import { hears, joinBot, sees } from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';

const eveningMs = 240_000;
const inEnd = 'execute in minecraft:the_end run';
/** Numbers of boss_bar. */
const bar = { add: 0, remove: 1 };

type Seen = Bot['entity'];

function seen(bot: Bot, name: string): Seen[] {
  return Object.values(bot.entities).filter((entity) => entity.name === name);
}

async function isIn(bot: Bot, dimension: string): Promise<void> {
  await until(() => (bot.game.dimension === dimension ? true : null));
}

/** Waits for a packet for which the test holds. */
function hasPacket(bot: Bot, name: string, test: (packet: Record<string, unknown>) => boolean): Promise<void> {
  const client: EventEmitter = bot._client;
  return new Promise((resolve) => {
    client.on(name, (packet: Record<string, unknown>) => test(packet) && resolve());
  });
}

/** The bedrock on top of the fountain. */
function fountainTop(bot: Bot): Promise<Vec3> {
  return until(() => {
    const heights = Array.from({ length: 60 }, (_, n) => 90 - n);
    const y = heights.find((height) => bot.blockAt(new Vec3(0, height, 0))?.name === 'bedrock');
    return y === undefined ? null : new Vec3(0, y, 0);
  });
}

test(
  'an eye shows the way; the dragon strikes, its crystals burst, its death opens the way home and stays over a restart',
  async () => {
    const plan = { ...plainSettings.plan, otherWorlds: true };
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', plan }, { map: 'normal' });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    ada.physicsEnabled = false;

    // An eye flies towards the stronghold.
    const from = ada.entity.position.clone();
    const site = nearestSite(officialSeed, 'stronghold', from.floored(), () => true);
    await command(realm, 'give Ada ender_eye');
    await ada.equip(await until(() => ada.inventory.items().find(({ name }) => name === 'ender_eye') ?? null), 'hand');
    ada._client.write('use_item', { hand: 0 });
    const eye = await until(() => seen(ada, 'eye_of_ender')[0] ?? null);
    await until(() => (eye.position.distanceTo(from) > 10 ? true : null));
    const flown = Math.atan2(eye.position.z - from.z, eye.position.x - from.x);
    expect(flown).toBeCloseTo(Math.atan2((site?.z ?? 0) - from.z, (site?.x ?? 0) - from.x), 1);
    expect(ada.inventory.items()).toEqual([]);

    // In the End its dragon flies, and everybody there sees its health. It flies far.
    ada.setSettings({ viewDistance: 'far' });
    const shown = hasPacket(ada, 'boss_bar', ({ action, title, health }) => {
      return action === bar.add && String(title).includes('ender_dragon') && health === 1;
    });
    await command(realm, 'effect give Ada resistance 1000 4');
    await command(realm, `${inEnd} tp Ada 0.5 100 0.5`);
    await isIn(ada, 'the_end');
    await shown;
    const dragon = await until(() => seen(ada, 'ender_dragon')[0] ?? null);
    const start = dragon.position.clone();
    await until(() => (dragon.position.distanceTo(start) > 10 ? true : null));
    const top = await fountainTop(ada);
    expect(ada.blockAt(top.offset(1, -3, 0))?.name).toBe('air');

    // A crystal bursts when it is hit.
    const crystal = await until(() => seen(ada, 'end_crystal')[0] ?? null);
    const { x, y, z } = crystal.position;
    await command(realm, `${inEnd} tp Ada ${x} ${y} ${z + 3}`);
    await until(() => (ada.entity.position.distanceTo(crystal.position) < 4 ? true : null));
    const burst = once(ada._client, 'explosion');
    ada.attack(crystal);
    await burst;
    await until(() => (ada.entities[crystal.id] ? null : true));

    // It hurts whom it touches, and throws them away.
    await command(realm, `${inEnd} tp Ada 0.5 ${top.y + 1} 0.5`);
    await command(realm, 'effect clear Ada');
    await command(realm, 'effect give Ada resistance 1000 3');
    const thrown = hasPacket(ada, 'entity_velocity', ({ entityId }) => entityId === ada.entity.id);
    const comes = setInterval(() => void command(realm, `${inEnd} tp @e[type=ender_dragon] 3 ${top.y + 1} 0.5`), 400);
    await thrown;
    await until(() => (ada.health < 20 ? true : null));

    // It dies: its experience, the exit portal and its egg are there, and its bar is gone.
    await command(realm, 'effect give Ada resistance 1000 4');
    await command(realm, 'effect give Ada strength 1000 120');
    const [told, unseen] = [
      hears(ada, 'Free the End'),
      hasPacket(ada, 'boss_bar', ({ action }) => action === bar.remove),
    ];
    const died = once(ada, 'entityDead');
    const strikes = setInterval(() => ada.attack(dragon), 400);
    expect((await died)[0]).toBe(dragon);
    for (const timer of [comes, strikes]) clearInterval(timer);
    await unseen;
    await told;
    await sees(ada, top.offset(1, -3, 0), 'end_portal');
    await sees(ada, top.offset(0, 1, 0), 'dragon_egg');
    await until(() => (ada.experience.points > 10_000 ? true : null));
    await command(realm, `${inEnd} tp Ada 1.5 ${top.y - 3} 1.5`);
    await isIn(ada, 'overworld');

    // It stays dead.
    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    back.physicsEnabled = false;
    back.setSettings({ viewDistance: 'far' });
    await command(again, `${inEnd} tp Ada 0.5 100 0.5`);
    await isIn(back, 'the_end');
    await sees(back, top.offset(1, -3, 0), 'end_portal');
    await once(back._client, 'update_time');
    await once(back._client, 'update_time');
    expect([...seen(back, 'ender_dragon'), ...seen(back, 'end_crystal')]).toEqual([]);
  },
  eveningMs,
);
