import { once } from 'node:events';
import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { fortressesIn } from '../../src/maps/nether/fortress.ts';
import { officialSeed } from '../../src/maps/official-maps.ts';
import { chunkBlocks } from '../../src/maps/official-map.ts';
import { otherWorlds } from '../../src/maps/other-worlds.ts';
import { numbersOf, valueOf } from '../../src/world-format/nbt-fields.ts';
import { joinBot, type Position, words } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;

type Seen = Bot['entity'];

function seen(bot: Bot, name: string): Seen[] {
  return Object.values(bot.entities).filter((entity) => entity.name === name);
}

async function summon(realm: RealmProcess, bot: Bot, name: string, at: Position): Promise<Seen> {
  const before = new Set(seen(bot, name));
  await command(realm, `summon ${name} ${words(at)}`);
  return until(() => seen(bot, name).find((entity) => !before.has(entity)) ?? null);
}

/** The nearest fortress's spawner of the Nether. */
function spawner(): number[] {
  const sites = fortressesIn(officialSeed, -400, -400, 800);
  const [{ x, z } = { x: 0, z: 0 }] = sites.toSorted((a, b) => Math.hypot(a.x, a.z) - Math.hypot(b.x, b.z));
  for (let dx = -4; dx <= 4; dx += 1) {
    for (let dz = -4; dz <= 4; dz += 1) {
      const [cx, cz] = [(x >> 4) + dx, (z >> 4) + dz];
      const things = otherWorlds.nether.fill(officialSeed, cx, cz, new Uint16Array(chunkBlocks));
      const found = things.find(({ id }) => valueOf(id) === 'minecraft:mob_spawner');
      if (found) return numbersOf({ value: found }, ['x', 'y', 'z']) ?? [];
    }
  }
  throw new Error('there is no spawner');
}

test(
  'zombified piglins come when one is hit, a blaze sets on fire, a ghast dies of its own fireball; spawners and the Nether let creatures come',
  async () => {
    const plan = { ...plainSettings.plan, otherWorlds: true };
    const settings = {
      gameMode: 'SURVIVAL',
      borderDiameter: 10_000,
      animalSpawn: false,
      daylightCycle: false,
    } as const;
    const realm = await startRealm(makeRealmFolder({ ...settings, mobSpawning: true, plan }), 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    ada.physicsEnabled = false;
    const feet = ada.entity.position.floored();
    await command(realm, `fill ${words(feet.offset(-9, 0, -9))} ${words(feet.offset(9, 9, 9))} air`);
    await command(realm, `fill ${words(feet.offset(-9, -1, -9))} ${words(feet.offset(9, -1, 9))} stone`);
    await command(realm, 'effect give Ada resistance 1000 3');

    // Peaceful until one of them is hit: then the other attacks too.
    const [one, other] = [
      await summon(realm, ada, 'zombified_piglin', feet.offset(1.5, 0, 0.5)),
      await summon(realm, ada, 'zombified_piglin', feet.offset(-6.5, 0, 0.5)),
    ];
    expect(ada.health).toBe(20);
    const hurt = once(ada, 'health');
    ada.attack(one);
    await hurt;
    await until(() => (other.position.distanceTo(ada.entity.position) < 2 ? true : null));
    await command(realm, 'kill @e[type=zombified_piglin]');

    // A blaze flies, and its fireballs burn.
    const blaze = await summon(realm, ada, 'blaze', feet.offset(5.5, 4, 0.5));
    await until(() => (seen(ada, 'small_fireball').length > 0 ? true : null));
    await until(() => (((ada.entity.metadata as unknown[])[0] as number) & 1 ? true : null));
    expect(blaze.position.y).toBeGreaterThan(feet.y + 1);
    await command(realm, 'kill @e[type=blaze]');

    // A ghast's fireball flies back to whom it came from.
    await command(realm, 'effect give Ada resistance 1000 4');
    await command(realm, `tp Ada ${words(feet.offset(0.5, 0, 0.5))}`);
    const ghast = await summon(realm, ada, 'ghast', feet.offset(0.5, 2, 14.5));
    const died = once(ada, 'entityDead');
    const strikes = setInterval(() => {
      void ada.lookAt(ghast.position.offset(0, 2, 0), true);
      for (const ball of seen(ada, 'fireball')) ada.attack(ball);
    }, 50);
    expect((await died)[0]).toBe(ghast);
    clearInterval(strikes);

    // In the Nether creatures spawn by themselves, and from a fortress's spawner.
    const [x = 0, y = 0, z = 0] = spawner();
    ada.setSettings({ viewDistance: 4 });
    await command(realm, `execute in minecraft:the_nether run tp Ada ${x} ${y + 1} ${z}`);
    // It tries every 10 to 40 s, and may find no place for them.
    await until(
      () => (seen(ada, 'blaze').some(({ position }) => Math.hypot(position.x - x, position.z - z) < 8) ? true : null),
      eveningMs,
    );
    const native = /^(zombified_piglin|ghast|magma_cube|enderman|skeleton)$/;
    await until(() => (Object.values(ada.entities).some(({ name }) => native.test(name ?? '')) ? true : null));
  },
  eveningMs,
);
