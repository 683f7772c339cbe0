import { type EventEmitter, once } from 'node:events';
import type { RealmSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hears, hitEntity, hold, joinBot, kickReason, turnTo, words } from './bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from './realm-process.ts';

const pack = { url: 'https://packs.example/pack.zip?a=1&b=2', sha1: '0123456789abcdef0123456789abcdef01234567' };
const mayFly = 4;

const survivalRealm = (settings: Partial<RealmSettings> = {}): Promise<RealmProcess> =>
  startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', ...settings }));

async function change(realm: RealmProcess, settings: object): Promise<unknown> {
  return (await realm.call('PATCH', '/settings', settings)).json();
}

/** The next packet of this name. */
async function packet(bot: Bot, name: string): Promise<Record<string, unknown>> {
  const [fields] = (await once(bot._client, name, { signal: AbortSignal.timeout(40_000) })) as [
    Record<string, unknown>,
  ];
  return fields;
}

/** Every packet of this name from now on. */
function packetsOf(bot: Bot, name: string): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = [];
  const client: EventEmitter = bot._client;
  client.on(name, (fields: Record<string, unknown>) => heard.push(fields));
  return heard;
}

async function twoPlayers(realm: RealmProcess): Promise<[Bot, Bot]> {
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await until(() => (ada.players['Bob']?.entity && bob.players['Ada']?.entity ? true : null));
  return [ada, bob];
}

test('what a change comes to is told by the kernel’s table', async () => {
  const realm = await survivalRealm();
  const held = {
    slots: 3,
    difficultyLevel: 'EASY',
    dealDamage: false,
    flySurvival: true,
    commandBlocks: true,
    animalSpawn: false,
    monsterSpawn: false,
    villagersRespawn: false,
    viewAchievementsOnChat: false,
    keepInventory: true,
    daylightCycle: false,
    weatherCycle: false,
    mobGriefing: false,
    fireSpread: false,
    mobSpawning: true,
    naturalRegeneration: false,
    resourcePack: pack,
  };
  expect(await change(realm, held)).toEqual({
    applied: Object.keys(held),
    atNextStart: [],
  });
});

test('the time of day stands still until it is to go on', async () => {
  const realm = await survivalRealm({ daylightCycle: false });
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const times = packetsOf(ada, 'update_time');
  // It is sent every second.
  await until(() => (times.length > 2 ? true : null));
  // A time below 0 stands still on the client.
  expect(new Set(times.map(({ time }) => String(time)))).toEqual(new Set(['-1000']));
  await change(realm, { daylightCycle: true });
  await until(() => (Number(times.at(-1)?.['time']) > 1000 ? true : null));
});

test('settings that are said again do not undo what a command did', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await realm.call('POST', '/command', { command: 'gamemode creative Ada' });
  await until(() => (ada.game.gameMode === 'creative' ? true : null));
  const heard = hears(ada, 'all the same');
  await change(realm, { gameMode: 'SURVIVAL', motd: 'Another' });
  await realm.call('POST', '/command', { command: 'say all the same' });
  await heard;
  expect(ada.game.gameMode).toBe('creative');
});

test('players hurt each other only where damage is on', async () => {
  const realm = await survivalRealm({ dealDamage: false });
  const [ada, bob] = await twoPlayers(realm);
  for (let i = 0; i < 3; i += 1) hitEntity(ada, bob.entity);
  const heard = hears(bob, 'peace');
  ada.chat('peace');
  await heard;
  await change(realm, { dealDamage: true });
  hitEntity(ada, bob.entity);
  await until(() => (bob.health < 20 ? true : null));
  // The last hit alone counted.
  expect(bob.health).toBe(19);
});

test('flying in survival is for the settings to allow, also for those who are on', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  let abilities = packet(ada, 'abilities');
  await change(realm, { flySurvival: true });
  expect(Number((await abilities)['flags']) & mayFly).toBe(mayFly);
  ada.physicsEnabled = false;
  const { x, y, z } = ada.entity.position;
  ada.entity.position.y += 5;
  const sentOff = kickReason(ada);
  const hang = setInterval(() => ada._client.write('position', { x, y: y + 5, z, onGround: true }), 200);
  try {
    const left = await Promise.race([sentOff, once(AbortSignal.timeout(5000), 'abort').then(() => null)]);
    expect(left).toBeNull();
    abilities = packet(ada, 'abilities');
    await change(realm, { flySurvival: false });
    expect(Number((await abilities)['flags']) & mayFly).toBe(0);
    // A client that goes on all the same, as none does that is not made for it.
    expect(await sentOff).toContain('Flying is turned off on this server.');
  } finally {
    clearInterval(hang);
  }
});

test('walking, standing on an edge or a boat, and falling are no flying', async () => {
  const realm = await survivalRealm();
  const [ada, bob] = await twoPlayers(realm);
  bob.physicsEnabled = false;
  const floor = bob.entity.position.floored().offset(0, -1, 0);
  for (const [from, to, what] of [
    [floor.offset(-2, 1, -2), floor.offset(2, 3, 2), 'air'],
    [floor.offset(-2, 0, -2), floor.offset(2, 0, 2), 'stone'],
  ] as const)
    await command(realm, `fill ${words(from)} ${words(to)} ${what}`);
  await hold(realm, bob, 'oak_boat');
  await turnTo(bob, bob.entity.position.offset(1, 0, 0));
  bob._client.write('use_item', { hand: 0 });
  const boat = await until(() => bob.nearestEntity(({ name }) => name === 'boat'));
  const { x, y, z } = bob.entity.position.set(boat.position.x, boat.position.y + 0.5625, boat.position.z);
  const stand = setInterval(() => bob._client.write('position', { x, y, z, onGround: true }), 100);
  ada.setControlState('jump', true);
  ada.setControlState('forward', true);
  // Longer than hanging in the air is borne; the client moves by the game's own rules.
  const over = once(AbortSignal.timeout(6000), 'abort').then(() => null);
  const left = await Promise.race([kickReason(ada), kickReason(bob), over]);
  clearInterval(stand);
  expect(left).toBeNull();
  expect((await realm.state()).players).toHaveLength(2);
});

test('the difficulty is shown to players, and HARDCORE lets the dead only look on until it ends', async () => {
  const realm = await survivalRealm({ difficultyLevel: 'EASY' });
  let levels: Record<string, unknown>[] = [];
  const ada = await joinBot(realm.gameSocket, 'Ada', 'nobodys', (bot) => (levels = packetsOf(bot, 'difficulty')));
  expect(ada.game.hardcore).toBe(false);
  await change(realm, { difficultyLevel: 'HARDCORE' });
  await until(() => (levels.length > 1 ? true : null));
  expect(levels).toMatchObject([{ difficulty: 'easy' }, { difficulty: 'hard' }]);
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);

  const bob = await joinBot(realm.gameSocket, 'Bob');
  expect(bob.game.hardcore).toBe(true);
  const told = hears(bob, 'you have died, and can only spectate');
  await realm.call('POST', '/command', { command: 'kill Bob' });
  await told;
  await until(() => (bob.game.gameMode === 'spectator' ? true : null));
  await change(realm, { gameMode: 'CREATIVE' });
  bob.quit();
  await realm.stateWhere((state) => state.players.length === 0);

  const again = await joinBot(realm.gameSocket, 'Bob');
  expect(again.game.gameMode).toBe('spectator');
  await change(realm, { difficultyLevel: 'NORMAL' });
  await until(() => (again.game.gameMode === 'creative' ? true : null));
});

test('a resource pack is offered with its hash to those who come and those who are on', async () => {
  const realm = await startRealm(makeRealmFolder({ resourcePack: pack, slots: null }));
  let offers: Record<string, unknown>[] = [];
  const ada = await joinBot(
    realm.gameSocket,
    'Ada',
    'nobodys',
    (bot) => (offers = packetsOf(bot, 'resource_pack_send')),
  );
  await until(() => (offers.length > 0 ? true : null));
  ada._client.write('resource_pack_receive', { result: 1 });
  const other = { ...pack, url: 'http://other.example/%C2%A7' };
  await change(realm, { resourcePack: other });
  await until(() => (offers.length > 1 ? true : null));
  expect(offers).toEqual([pack, other].map(({ url, sha1 }) => ({ url, hash: sha1 })));
  await change(realm, { resourcePack: null });
  const bob = await joinBot(
    realm.gameSocket,
    'Bob',
    'nobodys',
    (bot) => (offers = packetsOf(bot, 'resource_pack_send')),
  );
  const heard = hears(bob, 'done');
  bob.chat('done');
  await heard;
  expect(offers).toEqual([]);
});

test('what is no setting is refused', async () => {
  const realm = await survivalRealm();
  for (const settings of [
    { resourcePack: { ...pack, url: 'https://packs.example/a\nmax-players=99' } },
    { resourcePack: { ...pack, url: 'https://packs.example/§4' } },
    { resourcePack: { ...pack, url: 'file:///etc/passwd' } },
    { resourcePack: { ...pack, sha1: 'ABC' } },
    { resourcePack: 'https://packs.example/pack.zip' },
    { difficultyLevel: 'hard' },
    { difficultyLevel: 'HARD\nstop' },
    { dealDamage: 'false' },
    { flySurvival: 1 },
    { commandBlocks: null },
  ]) {
    const { status } = await realm.call('PATCH', '/settings', settings);
    expect([settings, status]).toEqual([settings, 400]);
  }
});

test('an api that was updated meanwhile changes what this realm knows', async () => {
  const realm = await survivalRealm();
  const answer = await realm.call('PATCH', '/settings', { ofANewerApi: true, slots: 7 });
  expect(answer.status).toBe(200);
  expect(await realm.state()).toMatchObject({ slots: 7 });
});
