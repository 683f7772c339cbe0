import { createHash } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { plainSettings, type RealmPlan } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { blockName, hears, joinBot, type Position, sees } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

const code = 'K7PM3XQD';
const account = { nickname: 'Owner_1', epoch: 1 };

const realmOf = (plan: Partial<RealmPlan>): Promise<RealmProcess> =>
  startRealm(makeRealmFolder({ slots: null, managers: [account], plan: { ...plainSettings.plan, ...plan } }));

async function answer(bot: Bot, said: string, expected: string): Promise<string> {
  const heard = hears(bot, expected);
  bot.chat(said);
  return heard;
}

/** The owner, who has confirmed the login. */
async function ownerOn(realm: RealmProcess): Promise<Bot> {
  const bot = await joinBot(realm.gameSocket, account.nickname, 'somebodys');
  const hash = createHash('sha256').update(code).digest('hex');
  await realm.call('POST', '/login-code', { ...account, hash, expiresAt: Date.now() + 60_000 });
  await answer(bot, `/login ${code}`, 'Confirmed: you are Owner_1.');
  return bot;
}

/** Is put there, and waits until the other player sees it. */
async function standAt(realm: RealmProcess, bot: Bot, other: Bot, { x, y, z }: Position): Promise<void> {
  bot.physicsEnabled = false;
  await command(realm, `tp ${account.nickname} ${x + 0.5} ${y} ${z + 0.5}`);
  const to = bot.entity.position.clone().set(x + 0.5, y, z + 0.5);
  const seen = () => other.players[account.nickname]?.entity.position;
  await until(() => ((seen()?.distanceTo(to) ?? 99) < 0.1 ? true : null));
}

test('what the plan does not have is refused, and not listed', async () => {
  const realm = await realmOf({});
  const owner = await ownerOn(realm);
  for (const said of ['/weather rain', '/kit tools', '/prefix King', '//pos1', '//set stone', '//replace dirt stone']) {
    await answer(owner, said, "The plan of this server's owner does not include this.");
  }
  const help = await answer(owner, '/help', '/kick');
  expect(help).not.toMatch(/^\/(weather|kit|prefix|\/pos1)/m);
});

test('managers let players appear where they stand; others do not', async () => {
  const realm = await realmOf({});
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await answer(bob, '/setworldspawn', 'Only the owner');
  const owner = await ownerOn(realm);
  const at = owner.entity.position.floored().offset(5, 3, -4);
  await standAt(realm, owner, bob, at);
  await answer(owner, '/setworldspawn', `Set the world spawn point to ${at.x}, ${at.y}, ${at.z}`);
  await answer(owner, '/setworldspawn ~1 ~ ~', `Set the world spawn point to ${at.x + 1}, ${at.y}, ${at.z}`);
  await answer(owner, '/setworldspawn 1 2', 'Incomplete (expected 3 coordinates)');
  expect(await realm.state()).toMatchObject({ spawn: { x: at.x + 1, y: at.y, z: at.z } });
  bob.chat('/spawn');
  await until(() => (bob.entity.position.floored().x === at.x + 1 ? true : null));
});

test('managers change the weather, which those who come later see as well; others do not', async () => {
  const realm = await realmOf({ weather: true });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await answer(bob, '/weather rain', 'Only the owner');
  const owner = await ownerOn(realm);
  const rain = once(bob, 'rain');
  await answer(owner, '/weather rain', 'Set the weather to rain');
  await rain;
  expect(bob.isRaining).toBe(true);
  const late = await joinBot(realm.gameSocket, 'Late');
  await until(() => (late.isRaining ? true : null));
  await answer(owner, '/weather clear', 'Set the weather to clear');
  await until(() => (bob.isRaining ? null : true));
  await answer(owner, '/weather snow', 'Incorrect argument for command');
});

test('blocks between two corners are set and replaced before everybody’s eyes', async () => {
  const realm = await realmOf({ editBlocks: 1000 });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await ownerOn(realm);
  await answer(owner, '//set stone', 'Mark two corners first');
  const low = owner.entity.position.floored().offset(0, 20, 0);
  const high = low.offset(9, 9, 9);
  await standAt(realm, owner, bob, low);
  await answer(owner, '//pos1', `Corner 1 is at ${low.x} ${low.y} ${low.z}.`);
  await standAt(realm, owner, bob, high);
  await answer(owner, '//pos2', `Corner 2 is at ${high.x} ${high.y} ${high.z}.`);
  const edited = hears(owner, 'The blocks have been changed.');
  // In one breath: it takes a sixth of a second, after which the second would be a change of its own.
  await Promise.all([
    answer(owner, '//set stone', 'Changing blocks: 1000.'),
    answer(owner, '//set dirt', 'Other blocks are being changed.'),
    edited,
  ]);
  for (const at of [low, high, low.offset(3, 4, 5)]) await sees(bob, at, 'stone');
  expect(blockName(bob, high.offset(1, 0, 0))).toBe('air');

  await answer(owner, '/setblock ~ ~ ~ glass', 'Changed the block at');
  const replaced = hears(owner, 'The blocks have been changed.');
  await answer(owner, '//replace stone oak_planks', 'Changing blocks: 1000.');
  await replaced;
  await sees(bob, low, 'oak_planks');
  await sees(bob, high, 'glass');

  // An edit is undone and redone; a copy is saved in WorldEdit's format, rotated, pasted and undone.
  await answer(owner, '//undo', 'The blocks have been changed.');
  await sees(bob, low, 'stone');
  await answer(owner, '//redo', 'The blocks have been changed.');
  await sees(bob, low, 'oak_planks');
  await answer(owner, '//redo', 'There is nothing to undo or redo here.');
  await answer(owner, '//paste', 'Copy something first');
  await answer(owner, '//copy', 'Blocks copied: 1000.');
  await answer(owner, '//schem save ../Tower', 'Expected whitespace');
  await answer(owner, '//schem save Tower', 'The copy has been saved as tower.');
  await answer(owner, '//cut', 'Blocks copied: 1000.');
  await sees(bob, low, 'air');
  const schematics = join(realm.dir, 'world', 'schematics');
  writeFileSync(join(schematics, 'bomb.schem'), gzipSync(Buffer.alloc(5 << 20)));
  symlinkSync('tower.schem', join(schematics, 'link.schem'));
  await answer(owner, '//schem list', 'Schematics: bomb, link, tower');
  for (const name of ['bomb', 'link', 'nothing']) {
    await answer(owner, `//schem load ${name}`, `There is no schematic named ${name}, or it cannot be read.`);
  }
  await answer(owner, '//schem load tower', 'tower has been loaded.');
  await answer(owner, '//rotate 45', 'You can only rotate by 90, 180 or 270 degrees');
  await answer(owner, '//rotate 90', 'The copy has been rotated.');
  await answer(owner, '//paste', 'The blocks have been changed.');
  await sees(bob, high.offset(9, -9, -9), 'oak_planks');
  await sees(bob, high, 'glass');
  await answer(owner, '//undo', 'The blocks have been changed.');
  await sees(bob, high.offset(9, -9, -9), 'air');

  const shapes: [typed: string, stone: Position, air: Position][] = [
    ['//sphere stone 3', high.offset(0, 3, 0), high.offset(3, 3, 0)],
    ['//cyl stone 3 2', high.offset(0, 1, 3), high.offset(0, -1, 0)],
    ['//walls stone', low.offset(9, 5, 5), low.offset(5, 5, 5)],
  ];
  for (const [typed, stone, air] of shapes) {
    await answer(owner, typed, 'The blocks have been changed.');
    await sees(bob, stone, 'stone');
    await sees(bob, air, 'air');
    if (typed !== '//walls stone') await answer(owner, '//undo', 'The blocks have been changed.');
  }
  await answer(owner, '//stack 2 up', 'The plan allows 1000 at once.');
  await answer(owner, '//stack 1 up', 'The blocks have been changed.');
  await sees(bob, low.offset(0, 19, 0), 'stone');
  expect(blockName(bob, low.offset(5, 15, 5))).toBe('air');
  await answer(owner, '//schem delete tower', 'tower has been deleted.');
  expect(readdirSync(schematics).toSorted()).toEqual(['bomb.schem', 'link.schem']);
});

test('a change of blocks stays within the plan and the border', async () => {
  const realm = await realmOf({ editBlocks: 1000 });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await ownerOn(realm);
  const low = owner.entity.position.floored().offset(0, 20, 0);
  await answer(owner, '//set nonsense', "Unknown block type 'minecraft:nonsense'");
  await answer(owner, '//replace __proto__ stone', "Unknown block type 'minecraft:__proto__'");
  await standAt(realm, owner, bob, low);
  await answer(owner, '//pos1', 'Corner 1');
  await standAt(realm, owner, bob, low.offset(10, 9, 9));
  await answer(owner, '//pos2', 'Corner 2');
  await answer(owner, '//set stone', 'Blocks: 1100. The plan allows 1000 at once.');
  await realm.call('PATCH', '/settings', { borderDiameter: 4 });
  await answer(owner, '//set stone', 'This place is outside the world or its border.');
  expect(blockName(bob, low)).toBe('air');
});

test('managers take starter kits, and their names stand out', async () => {
  const realm = await realmOf({ kits: true, highlightedNickname: true });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await ownerOn(realm);
  await answer(owner, '/kit tools', 'Done.');
  await until(() => (owner.inventory.items().some(({ name }) => name === 'diamond_pickaxe') ? true : null));
  await answer(owner, '/kit crown', 'Usage: /kit builder|tools');
  await answer(bob, '/kit tools', 'Only the owner');

  const colours: string[] = [];
  const client: EventEmitter = bob._client;
  client.on('chat', ({ message }: { message: string }) => colours.push(message));
  await answer(owner, 'it is me', '<Owner_1> it is me');
  await answer(bob, 'it is I', '<Bob> it is I');
  const said = colours.filter((line) => line.includes('chat.type.text'));
  expect(said[0]).toContain('"color":"gold"');
  expect(said[1]).not.toContain('gold');
});

test('managers choose a prefix, which stays with them when the realm is killed, and goes with the plan', async () => {
  const realm = await realmOf({ personalPrefix: true, highlightedNickname: true });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await answer(bob, '/prefix King', 'Only the owner');
  const owner = await ownerOn(realm);
  await answer(owner, '/prefix', 'Usage: /prefix off|');
  await answer(owner, '/prefix {{King}}', 'A prefix has 1 to 16');
  await answer(owner, 'none yet', '<Owner_1> none yet');
  await answer(owner, '/prefix red Król Żab', 'Your prefix in the chat is now [Król Żab].');
  const [line] = await Promise.all([once(bob._client as EventEmitter, 'chat'), answer(owner, 'hello', 'hello')]);
  expect(JSON.parse((line[0] as { message: string }).message)).toMatchObject({
    with: [
      {
        extra: [
          { text: '[Król Żab] ', color: 'red' },
          { extra: ['Owner_1'], color: 'gold' },
        ],
      },
      'hello',
    ],
  });

  // Saved although nobody has left.
  const folder = join(realm.dir, 'world/playerdata');
  const kept = () => readdirSync(folder).filter((name) => name.endsWith('.dat'));
  const holdsPrefix = (name: string) => gunzipSync(readFileSync(join(folder, name))).includes('Król Żab');
  await until(() => (kept().some(holdsPrefix) ? true : null));
  realm.child.kill('SIGKILL');
  await realm.ended();
  const again = await startRealm(realm.dir, 2);
  const back = await ownerOn(again);
  await answer(back, 'again', '<[Król Żab] Owner_1> again');
  await again.call('PATCH', '/settings', { plan: plainSettings.plan });
  await answer(back, 'smaller', '<Owner_1> smaller');
  await again.call('PATCH', '/settings', { plan: { ...plainSettings.plan, personalPrefix: true } });
  await answer(back, 'larger', '<[Król Żab] Owner_1> larger');
  await answer(back, '/prefix off', 'You no longer have a prefix.');
  await answer(back, 'plain', '<Owner_1> plain');
});
