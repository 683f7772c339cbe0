import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { breakBlock, groundAround, hears, joinBot, kickReason, sees, startBot } from './bots.ts';
import { makeRealmFolder, playerAddress, type RealmProcess, startRealm, until } from './realm-process.ts';
import { storedPlayers } from './stored-world.ts';

const loginCode = 'K7PM3XQD';
const manager = (nickname: string, epoch = 1) => ({ nickname, epoch });

/** A realm of any number of players that Owner_1 and Partner_1 manage. */
function ownedRealm(settings: Parameters<typeof makeRealmFolder>[0] = {}): Promise<RealmProcess> {
  const managers = [manager('Owner_1'), manager('Partner_1')];
  return startRealm(makeRealmFolder({ slots: null, managers, ...settings }));
}

/** What the api does when a player asks for a code. */
async function expectCode(realm: RealmProcess, nickname: string, code = loginCode, more: object = {}): Promise<void> {
  const hash = createHash('sha256').update(code).digest('hex');
  const expiresAt = Date.now() + 60_000;
  const body = { ...manager(nickname), hash, expiresAt, ...more };
  expect((await realm.call('POST', '/login-code', body)).status).toBe(204);
}

/** The answer to what the player says, which contains `expected`. */
async function answer(bot: Bot, said: string, expected: string): Promise<string> {
  const heard = hears(bot, expected);
  bot.chat(said);
  return heard;
}

async function confirmed(realm: RealmProcess, account: string, typed = account): Promise<Bot> {
  const bot = await joinBot(realm.gameSocket, typed, 'somebodys');
  await expectCode(realm, account);
  await answer(bot, `/login ${loginCode}`, `Confirmed: you are ${account}.`);
  return bot;
}

const namesOf = async (realm: RealmProcess) => (await realm.state()).players.map(({ nickname }) => nickname).sort();

function consoleOf({ dir }: RealmProcess): string {
  return readFileSync(join(dir, 'logs/console.log'), 'utf8');
}

const playerFile = ({ dir }: RealmProcess, uuid: string) => join(dir, 'world/playerdata', `${uuid}.dat`);

test('a nickname that may be an account’s is played as a guest, named so everywhere, and told how to confirm', async () => {
  const realm = await ownedRealm();
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const joins = hears(bob, 'Guest_Owner_1 joined the game');
  const bot = startBot(realm.gameSocket, 'Owner_1', { whose: 'somebodys' });
  const told = await hears(bot, '/login CODE');
  expect(told).toContain('You are playing as the guest Guest_Owner_1');
  expect(told).toContain('If the account Owner_1 is yours');
  expect(await joins).toBe('Guest_Owner_1 joined the game');
  await until(() => (bob.players['Guest_Owner_1']?.entity ? true : null));
  expect(bob.players['Owner_1']).toBeUndefined();
  expect(bob.players['Guest_Owner_1']?.entity.username).toBe('Guest_Owner_1');
  const heard = hears(bob, 'hello');
  bot.chat('hello');
  expect(await heard).toBe('<Guest_Owner_1> hello');
  expect(await namesOf(realm)).toEqual(['Bob', 'Guest_Owner_1']);
  expect(bot.username).toBe('Guest_Owner_1');
});

test('guests’ names are unique and at most 16 characters, however many come', async () => {
  const realm = await ownedRealm();
  const long = 'Alexander_Great1';
  await joinBot(realm.gameSocket, 'Guest_Alexander_');
  for (const nickname of [long, long.toLowerCase(), 'Alexander_Great2']) {
    await joinBot(realm.gameSocket, nickname, 'somebodys');
  }
  const names = await namesOf(realm);
  expect(names).toEqual(['Guest_Alexande_2', 'Guest_Alexande_4', 'Guest_Alexander_', 'Guest_alexande_3']);
  expect(new Set((await realm.state()).players.map(({ uuid }) => uuid)).size).toBe(4);
});

test('the right code gives the name and the powers, before everybody’s eyes, and is heard by nobody', async () => {
  const realm = await ownedRealm({ spawnProtectionRadius: 16 });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await joinBot(realm.gameSocket, 'oWNER_1', 'somebodys');
  const lines: string[] = [];
  bob.on('message', (message) => void lines.push(message.toString()));
  await until(() => (bob.players['Guest_oWNER_1']?.entity ? true : null));
  const guestUuid = bob.players['Guest_oWNER_1']?.uuid;

  await expectCode(realm, 'Owner_1');
  const listed = once(owner._client, 'player_info');
  const powers = hears(owner, 'You can use the commands');
  await answer(owner, ' /LOGIN k7pm-3xqd', 'Confirmed: you are Owner_1.');
  await powers;
  expect((await listed)[0]).toMatchObject({ action: 'update_display_name', data: [{ uuid: guestUuid }] });

  await until(() => (bob.players['Owner_1']?.entity?.username === 'Owner_1' ? true : null));
  expect(bob.players['Guest_oWNER_1']).toBeUndefined();
  expect(Object.values(bob.entities).filter((entity) => entity.type === 'player')).toHaveLength(2);
  expect(bob.players['Owner_1']?.uuid).not.toBe(guestUuid);
  expect(await namesOf(realm)).toEqual(['Bob', 'Owner_1']);

  const heard = hears(bob, 'it is me');
  owner.chat('it is me');
  expect(await heard).toBe('<Owner_1> it is me');
  const [block] = groundAround(owner, 1);
  if (!block) throw new Error('no ground');
  breakBlock(owner, block);
  await sees(bob, block, 'air');

  expect(lines).toContain('Guest_oWNER_1 has confirmed and is now Owner_1');
  expect(`${lines.join('\n')}${consoleOf(realm)}`).not.toMatch(/k7pm|3xqd/i);
});

test('owner and partner have their commands, and both sides are told of them', async () => {
  const realm = await ownedRealm({ gameMode: 'SURVIVAL' });
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await confirmed(realm, 'Owner_1');
  const partner = await confirmed(realm, 'Partner_1');

  const said = hears(bob, '[Owner_1] good evening');
  await answer(owner, '/say good evening', '[Owner_1] good evening');
  await said;
  await answer(owner, '/gamemode creative', 'Set own game mode to Creative Mode');
  await until(() => (owner.game.gameMode === 'creative' ? true : null));
  expect(bob.game.gameMode).toBe('survival');
  const [block] = groundAround(owner, 1);
  if (!block) throw new Error('no ground');
  breakBlock(owner, block);
  await sees(bob, block, 'air');
  await answer(partner, '/setblock ~3 ~ ~ stone', 'Changed the block at');
  await sees(bob, partner.entity.position.floored().offset(3, 0, 0), 'stone');
  await answer(partner, '/give bob torch 3', 'Gave 3 [Torch] to Bob');
  await until(() => (bob.inventory.items().some(({ name, count }) => name === 'torch' && count === 3) ? true : null));
  await answer(partner, '/help', '/kick <player>');
  await answer(partner, '/stop', 'Only the owner');
  const sentOff = kickReason(bob);
  await answer(partner, '/kick BOB', 'Kicked Bob');
  expect(await sentOff).toContain('You have been kicked from this server.');
  await realm.consoleLine('Partner_1 used /kick BOB');
  expect((await realm.state()).phase).toBe('READY');
});

test('a code is good once, in its time, on its realm, for its player and for that connection alone', async () => {
  const [realm, other] = await Promise.all([ownedRealm(), ownedRealm()]);
  await expectCode(other, 'Owner_1');
  const stranger = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  await answer(stranger, `/login ${loginCode}`, 'Tries left: 4');
  await expectCode(realm, 'Owner_1', loginCode, { expiresAt: Date.now() - 1 });
  await answer(stranger, `/login ${loginCode}`, 'Tries left: 3');
  await expectCode(realm, 'Partner_1');
  await answer(stranger, `/login ${loginCode}`, 'Tries left: 2');

  const partner = await joinBot(realm.gameSocket, 'Partner_1', 'somebodys');
  await answer(partner, `/login ${loginCode}`, 'Confirmed: you are Partner_1.');
  await answer(partner, `/login ${loginCode}`, 'You have already confirmed.');
  partner.quit();
  await until(async () => ((await namesOf(realm)).length === 1 ? true : null));
  const again = await joinBot(realm.gameSocket, 'Partner_1', 'somebodys');
  expect(await namesOf(realm)).toEqual(['Guest_Owner_1', 'Guest_Partner_1']);
  await answer(again, '/say me', 'Only the owner');
  await answer(again, `/login ${loginCode}`, 'Tries left: 4');
});

test('five wrong codes end the connection, ten shut the address out', async () => {
  const realm = await ownedRealm();
  await expectCode(realm, 'Owner_1');
  for (let round = 0; round < 2; round += 1) {
    const stranger = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
    const sentOff = kickReason(stranger);
    for (let left = 4; left > 0; left -= 1) await answer(stranger, '/login AAAABBBB', `Tries left: ${left}`);
    stranger.chat('/login AAAABBBB');
    expect(await sentOff).toContain('Too many wrong codes.');
  }
  const stranger = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  await answer(stranger, `/login ${loginCode}`, 'Minutes until you can try again: 5');
  await realm.consoleLine('Guest_Owner_1 typed a wrong code');
  expect(consoleOf(realm)).not.toContain('AAAA');
});

test('a code that is typed without its stroke, or wrongly, is not said aloud', async () => {
  const realm = await ownedRealm();
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const lines: string[] = [];
  bob.on('message', (message) => void lines.push(message.toString()));
  const owner = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  await answer(owner, `/login${loginCode}`, 'Unknown or incomplete command');
  await answer(owner, '/login', 'Type /login and the code');
  await answer(owner, 'Login AAAA-BBBB', 'Tries left: 4');
  await answer(owner, '. /login aaaabbbb', 'Tries left: 3');
  await expectCode(realm, 'Owner_1');
  await answer(owner, `login ${loginCode}`, 'Confirmed: you are Owner_1.');
  const heard = hears(bob, 'login helps');
  owner.chat('login helps nobody');
  await heard;
  expect(`${lines.join('\n')}${consoleOf(realm)}`).not.toMatch(/k7pm|aaaa/i);
});

test('an impostor touches nothing of the account’s, and does not displace its player', async () => {
  const realm = await ownedRealm({ gameMode: 'SURVIVAL' });
  const owner = await confirmed(realm, 'Owner_1');
  await answer(owner, '/give Owner_1 diamond 5', 'Gave 5 [Diamond] to Owner_1');
  await until(() => (owner.inventory.items().length === 1 ? true : null));

  const impostor = await joinBot(realm.gameSocket, 'OWNER_1', 'somebodys');
  expect(await namesOf(realm)).toEqual(['Guest_OWNER_1', 'Owner_1']);
  expect(impostor.inventory.items()).toEqual([]);
  await answer(impostor, '/say I am the owner', 'Only the owner');
  impostor.quit();
  await until(async () => ((await namesOf(realm)).length === 1 ? true : null));
  owner.quit();
  await until(async () => ((await namesOf(realm)).length === 0 ? true : null));
  const before = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  expect(before.inventory.items()).toEqual([]);
  await expectCode(realm, 'Owner_1');
  await answer(before, `/login ${loginCode}`, 'Confirmed: you are Owner_1.');
  await until(() =>
    before.inventory.items().some(({ name, count }) => name === 'diamond' && count === 5) ? true : null,
  );
});

test('what a guest has is not taken along by an account that begins, and so is there once', async () => {
  const realm = await ownedRealm();
  const guest = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  const stone = guest.registry.itemsByName['stone'];
  guest._client.write('set_creative_slot', { slot: 40, item: { present: true, itemId: stone?.id, itemCount: 7 } });
  await until(() => (guest.inventory.items().length === 1 ? true : null));
  await expectCode(realm, 'Owner_1');
  await answer(guest, `/login ${loginCode}`, 'Confirmed: you are Owner_1.');
  await until(() => (guest.inventory.items().length === 0 ? true : null));
  expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
  const counts = storedPlayers(realm.dir).map(({ Inventory }) => Inventory.length);
  expect([counts.length, Math.max(...counts), Math.min(...counts)]).toEqual([2, 1, 0]);
});

test('guests keep their own things, and the account’s place and bag stay as its player left them', async () => {
  const realm = await ownedRealm();
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const owner = await confirmed(realm, 'Owner_1');
  await answer(owner, '/give Owner_1 diamond', 'Gave 1 [Diamond] to Owner_1');
  const { uuid } = (await realm.state()).players[1] ?? { uuid: '' };
  const start = owner.entity.position.clone();
  owner.physicsEnabled = false;
  owner.entity.position.x += 3;
  owner._client.write('position', { x: start.x + 3, y: start.y, z: start.z, onGround: true });
  await until(() => (bob.players['Owner_1']?.entity?.position.x === start.x + 3 ? true : null));
  owner.quit();
  await realm.stateWhere((state) => state.players.length === 1);
  await until(() => (existsSync(playerFile(realm, uuid)) ? true : null));

  const guest = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  const guestUuid = (await realm.state()).players[1]?.uuid;
  expect(guestUuid).not.toBe(uuid);
  const stone = guest.registry.itemsByName['stone'];
  guest._client.write('set_creative_slot', { slot: 40, item: { present: true, itemId: stone?.id, itemCount: 7 } });
  await until(() => (bob.players['Guest_Owner_1']?.entity ? true : null));
  await expectCode(realm, 'Owner_1');
  const moved = once(guest._client, 'position');
  await answer(guest, `/login ${loginCode}`, 'Confirmed: you are Owner_1.');
  expect((await moved)[0]).toMatchObject({ x: start.x + 3 });
  await until(() =>
    guest.inventory
      .items()
      .map(({ name }) => name)
      .join(',') === 'diamond'
      ? true
      : null,
  );
  await until(() => (bob.players['Owner_1']?.entity?.position.x === start.x + 3 ? true : null));
  guest.quit();
  await realm.stateWhere((state) => state.players.length === 1);

  const back = await joinBot(realm.gameSocket, 'owner_1', 'somebodys');
  await until(() =>
    back.inventory
      .items()
      .map(({ name }) => name)
      .join(',') === 'stone'
      ? true
      : null,
  );
});

test('whoever proves later to be the account takes its place; who only bears its name goes', async () => {
  const realm = await ownedRealm();
  const first = await confirmed(realm, 'Owner_1');
  const sentOff = kickReason(first);
  const second = await confirmed(realm, 'Owner_1', 'OWNER_1');
  expect(await sentOff).toContain('Owner_1 has been confirmed on another connection.');
  expect(await namesOf(realm)).toEqual(['Owner_1']);

  // Somebody joined under the name before there was such an account.
  const bare = await joinBot(realm.gameSocket, 'Partner_1');
  const reason = kickReason(bare);
  const partner = await confirmed(realm, 'Partner_1');
  expect(await reason).toContain('has been confirmed on another connection');
  expect(await namesOf(realm)).toEqual(['Owner_1', 'Partner_1']);
  await answer(second, '/say both', '[Owner_1] both');
  await answer(partner, '/say both', '[Partner_1] both');
});

test('whom the gateway knows comes in as the account, with its belongings and powers, and takes its place', async () => {
  const realm = await ownedRealm();
  const first = await confirmed(realm, 'Owner_1');
  expect((await realm.state()).usedCodes).toEqual([{ code: loginCode, address: playerAddress }]);
  await answer(first, '/give Owner_1 diamond 5', 'Gave 5 [Diamond] to Owner_1');
  const sentOff = kickReason(first);
  const told: Promise<string>[] = [];
  const known = await joinBot(realm.gameSocket, 'oWNER_1', manager('Owner_1'), (bot) => {
    told.push(hears(bot, 'You can use the commands'));
  });
  expect(await sentOff).toContain('has been confirmed on another connection');
  await Promise.all(told);
  expect(known.username).toBe('Owner_1');
  expect(await namesOf(realm)).toEqual(['Owner_1']);
  await until(() => (known.inventory.items().some(({ count }) => count === 5) ? true : null));
  await answer(known, '/say no code', '[Owner_1] no code');
  await realm.call('PATCH', '/settings', { managers: [manager('Owner_1', 2)] });
  await answer(known, '/say too late', 'Only the owner');

  const late = await joinBot(realm.gameSocket, 'Owner_1', manager('Owner_1'));
  await answer(late, '/say too late', 'Only the owner');
});

test('powers end at once when the account manages the realm no more, and come back with a new code', async () => {
  const realm = await ownedRealm({ spawnProtectionRadius: 16 });
  const owner = await confirmed(realm, 'Owner_1');
  const partner = await confirmed(realm, 'Partner_1');
  const told = hears(partner, 'You can no longer use the commands');
  await realm.call('PATCH', '/settings', { managers: [manager('Owner_1')] });
  await told;
  await answer(partner, '/say hello', 'Only the owner');
  const [block] = groundAround(partner, 1);
  if (!block) throw new Error('no ground');
  const refused = hears(partner, 'The spawn is protected here.');
  breakBlock(partner, block);
  await refused;
  await answer(owner, '/say hello', '[Owner_1] hello');
  expect(await namesOf(realm)).toEqual(['Owner_1', 'Partner_1']);

  // Logged out everywhere, while a code was still to be used.
  await expectCode(realm, 'Owner_1', 'ZZZZ2222');
  const ownerTold = hears(owner, 'You can no longer use the commands');
  await realm.call('PATCH', '/settings', { managers: [manager('Owner_1', 2)] });
  await ownerTold;
  await answer(owner, '/say hello', 'Only the owner');
  await answer(owner, '/login ZZZZ2222', 'Tries left: 4');
  await expectCode(realm, 'Owner_1', loginCode, { epoch: 2 });
  await answer(owner, `/login ${loginCode}`, 'Confirmed: you are Owner_1.');
  await answer(owner, '/say hello', '[Owner_1] hello');
});

test('a player gets messages in the language of their client', async () => {
  const realm = await ownedRealm();
  const guest = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  const settings = { viewDistance: 8, chatFlags: 0, chatColors: true, skinParts: 0, mainHand: 1 };
  for (const [locale, words] of [
    ['ru_ru', 'Введите /login и код'],
    ['uk_ua', 'Введите /login и код'],
    ['PL_pl', 'Wpisz /login i kod'],
    ['de_de', 'Type /login and the code'],
  ] as const) {
    guest._client.write('settings', { ...settings, locale });
    expect(await answer(guest, '/login', words)).toContain('/login');
  }
});
