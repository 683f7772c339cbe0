import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { joinBot, type Position, sees, turnTo, words } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** Some ten times the duration on an idle machine. */
const eveningMs = 180_000;

/** A basin of stone around the player, and nothing in it. */
async function clear(realm: RealmProcess, feet: Position): Promise<void> {
  for (const [half, from, to, block] of [
    [10, 0, 5, 'air'],
    [10, -1, 0, 'stone'],
    [9, 0, 0, 'air'],
  ] as const) {
    await command(
      realm,
      `fill ${words(feet.offset(-half, from, -half))} ${words(feet.offset(half, to, half))} ${block}`,
    );
  }
}

/** The liquid that the client sees there, and its level; for other blocks only the name. */
function liquid(bot: Bot, at: Position): string {
  const block = bot.blockAt(at);
  const level = block?.getProperties()['level'];
  return level === undefined ? (block?.name ?? '') : `${block?.name} ${level}`;
}

async function shows(bot: Bot, at: Position, what: string): Promise<void> {
  await until(() => (liquid(bot, at) === what ? true : null));
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

/** Turns to a block, and uses the held item there. */
async function useAt(bot: Bot, at: Position): Promise<void> {
  await turnTo(bot, at.offset(0.5, 0.5, 0.5));
  bot._client.write('use_item', { hand: 0 });
}

test(
  'liquids flow, fall, dry, harden each other and go into buckets; sand falls; and all of it goes on after a kill',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    // The current would carry the player away from what they look at.
    ada.physicsEnabled = false;
    const feet = ada.entity.position.floored();
    await clear(realm, feet);
    const spring = feet.offset(2, 0, 0);

    // Up to seven blocks, around obstacles, and into the nearest hole rather than anywhere else.
    await command(realm, `setblock ${words(feet.offset(3, 0, 1))} torch`);
    await command(realm, `setblock ${words(spring)} water`);
    await shows(ada, feet.offset(9, 0, 0), 'water 7');
    expect([1, 3, 6].map((far) => liquid(ada, spring.offset(far, 0, 0)))).toEqual(['water 1', 'water 3', 'water 6']);
    await shows(ada, feet.offset(3, 0, 1), 'water 2');
    await until(() =>
      has(ada, 'torch') === 1 || Object.values(ada.entities).some(({ name }) => name === 'item') ? true : null,
    );
    await command(realm, `give Ada bucket 2`);
    await until(() => (has(ada, 'bucket') === 2 ? true : null));
    await ada.equip(ada.registry.itemsByName['bucket']?.id ?? -1, 'hand');
    await useAt(ada, spring);
    await until(() => (has(ada, 'water_bucket') === 1 && has(ada, 'bucket') === 1 ? true : null));
    for (const far of [0, 1, 4, 7]) await shows(ada, spring.offset(far, 0, 0), 'air');

    // Between two sources there is a third, of a full bucket poured out.
    await command(realm, `fill ${words(feet.offset(3, -1, -1))} ${words(feet.offset(3, -1, 1))} water`);
    await command(realm, `setblock ${words(feet.offset(3, -1, 0))} air`);
    await shows(ada, feet.offset(3, -1, 0), 'water 0');

    // Lava hardens: a source to obsidian, what flows to cobblestone.
    await command(realm, `setblock ${words(feet.offset(4, -1, 0))} lava`);
    await sees(ada, feet.offset(4, -1, 0), 'obsidian');
    await command(realm, `setblock ${words(feet.offset(-6, 0, -6))} lava`);
    await shows(ada, feet.offset(-5, 0, -6), 'lava 2');
    await command(realm, `setblock ${words(feet.offset(-5, 1, -6))} water`);
    await sees(ada, feet.offset(-5, 0, -6), 'cobblestone');

    // Sand falls through water and upon the ground, and lies there once.
    const tower = feet.offset(-3, 3, 3);
    await command(realm, `setblock ${words(tower)} sand`);
    await sees(ada, tower.offset(0, -3, 0), 'sand');
    await sees(ada, tower, 'air');

    // A liquid that was flowing when the realm was killed flows on when somebody is there again.
    await command(realm, `setblock ${words(feet.offset(-6, 0, 4))} lava`);
    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    await shows(back, feet.offset(-6, 0, 5), 'lava 2');
  },
  eveningMs,
);
