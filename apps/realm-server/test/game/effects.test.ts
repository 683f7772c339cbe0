import { once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hold, joinBot, packet } from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;

async function healthOf(bot: Bot, health: number): Promise<void> {
  await until(() => (Math.abs(bot.health - health) < 0.01 ? true : null));
}

test(
  'effects hurt, heal and protect, foods and milk do what they do beside feeding, and what somebody is under is kept',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', naturalRegeneration: false }), 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    await command(realm, 'effect give Ada instant_damage 1 0');
    await healthOf(ada, 14);
    await command(realm, 'effect give Ada regeneration 30 4');
    await healthOf(ada, 20);
    await command(realm, 'effect clear Ada');

    // Resistance takes three fifths away, and absorption the rest.
    await command(realm, 'effect give Ada resistance 60 2');
    await command(realm, 'effect give Ada instant_damage 1 1');
    await healthOf(ada, 15.2);
    await command(realm, 'effect clear Ada');
    const spared = once(ada._client, 'entity_metadata');
    await hold(realm, ada, 'golden_apple');
    ada.activateItem();
    await spared;
    await until(() => (Object.keys(ada.entity.effects).map(Number).includes(22) ? true : null));
    await until(() => (ada.entity.effects[10] ? null : true));
    await healthOf(ada, 19.2);
    await command(realm, 'effect give Ada instant_damage 1 0');
    await healthOf(ada, 17.2);

    // Poison stops short of killing, and milk ends it.
    await command(realm, 'effect give Ada poison 60 3');
    await until(() => (ada.health <= 1 ? true : null));
    await hold(realm, ada, 'milk_bucket');
    ada.activateItem();
    await until(() => (Object.keys(ada.entity.effects).length === 0 ? true : null));
    await until(() => (ada.heldItem?.name === 'bucket' ? true : null));
    expect(ada.health).toBeGreaterThan(0);

    // Who eats chorus fruit is somewhere else.
    const carried = packet(ada, 'named_sound_effect', ({ soundName }) => String(soundName).includes('chorus_fruit'));
    const before = ada.entity.position.clone();
    await hold(realm, ada, 'chorus_fruit');
    ada.activateItem();
    await carried;
    await until(() => (ada.entity.position.distanceTo(before) > 0.1 ? true : null));

    await command(realm, 'effect give Ada slow_falling 300 0');
    await until(() => (Object.keys(ada.entity.effects).length === 1 ? true : null));
    ada.quit();
    await realm.stateWhere((state) => state.players.length === 0);
    const again = await joinBot(realm.gameSocket, 'Ada', 'nobodys', (bot) => bot.setMaxListeners(20));
    const effect = await until(() => Object.values(again.entity.effects)[0] ?? null);
    expect(effect).toMatchObject({ id: 28, amplifier: 0 });
    // Nobody is hurt who falls slowly.
    await command(realm, 'tp Ada ~ ~12 ~');
    await until(() => (again.entity.onGround ? true : null));
    expect(again.health).toBe(ada.health);
  },
  eveningMs,
);
