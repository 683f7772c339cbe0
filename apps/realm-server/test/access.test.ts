import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RealmAccess } from '@realmkeep/realm-protocol';
import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hears, joinBot, kickReason, startBot } from './bots.ts';
import { comesIn, compileFirst, makeJavaRealm } from './java/java-realm.ts';
import { makeRealmFolder, playerAddress, startRealm, type RealmProcess } from './realm-process.ts';

compileFirst();

/** Bans, the whitelist and operators, by the commands of the game and by the api's word, on both kinds of servers. */

const code = 'K7PM3XQD';
const owner = { nickname: 'Owner_1', epoch: 1 };
const operator = { nickname: 'Helper_1', epoch: 1 };

async function expectCode(realm: RealmProcess, account = owner): Promise<void> {
  const hash = createHash('sha256').update(code).digest('hex');
  const body = { ...account, hash, expiresAt: Date.now() + 60_000 };
  expect((await realm.call('POST', '/login-code', body)).status).toBe(204);
}

const ordersOf = async (realm: RealmProcess) =>
  (await realm.state()).orders.map(({ deed, subject, reason, by }) => [deed, subject, reason, by]);
const tell = (realm: RealmProcess, access: Partial<RealmAccess>) =>
  realm.call('PATCH', '/settings', { access: { ...plainSettings.access, ...access } });

const opsOf = (realm: RealmProcess) =>
  (JSON.parse(readFileSync(join(realm.dir, 'ops.json'), 'utf8')) as { name: string }[]).map(({ name }) => name).sort();

async function answer(bot: Bot, command: string, words: string): Promise<void> {
  const heard = hears(bot, words);
  bot.chat(command);
  await heard;
}

test('on the built-in server a manager bans, pardons and lists; the realm reports it until the api has it', async () => {
  const realm = await startRealm(makeRealmFolder({ managers: [owner], slots: 10 }), 1);
  const boss = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  await expectCode(realm);
  await answer(boss, `/login ${code}`, 'Confirmed');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await answer(bob, '/ban Owner_1', 'Only the owner');
  await answer(boss, '/ban OWNER_1', 'cannot be banned');
  const sentOff = kickReason(bob);
  await answer(boss, '/ban bob broke my house', 'Done.');
  expect(await sentOff).toContain('You are banned from this server. Reason: broke my house');
  expect(await kickReason(startBot(realm.gameSocket, 'BOB'))).toContain('broke my house');
  expect(await ordersOf(realm)).toEqual([['ban', 'Bob', 'broke my house', 'Owner_1']]);

  // The api sends settings without knowing of it, as when something else changes: it still applies. Then the api knows.
  await tell(realm, { whitelist: ['Ada'] });
  expect(await kickReason(startBot(realm.gameSocket, 'Bob'))).toContain('broke my house');
  const heard = (await realm.state()).orders[0]?.at ?? 0;
  await tell(realm, { whitelist: ['Ada'], bans: [{ nickname: 'Bob', reason: '', until: null }], heard });
  expect(await ordersOf(realm)).toEqual([]);
  expect(await kickReason(startBot(realm.gameSocket, 'Bob'))).toContain('You are banned from this server.');
  await tell(realm, { whitelist: ['Ada'], bans: [{ nickname: 'Bob', reason: '', until: Date.now() - 1 }], heard });
  await joinBot(realm.gameSocket, 'Bob');

  await answer(boss, '/whitelist on', 'Done.');
  await answer(boss, '/whitelist list', 'The whitelist is on: Ada');
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('Only players on the whitelist');
  await joinBot(realm.gameSocket, 'ADA');
  expect((await realm.state()).players).toHaveLength(3);
  const [first, second] = (await realm.state()).orders;
  expect([first?.deed, second]).toEqual(['whitelist-on', undefined]);
});

test('a ban by address keeps out everybody there who has not proved to manage the realm', async () => {
  const realm = await startRealm(makeRealmFolder({ managers: [owner], slots: 10 }), 1);
  const boss = await joinBot(realm.gameSocket, 'Owner_1', 'somebodys');
  await expectCode(realm);
  await answer(boss, `/login ${code}`, 'Confirmed');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const sentOff = kickReason(bob);
  await answer(boss, '/ban-ip Bob', 'Done.');
  expect(await sentOff).toContain('You are banned');
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('You are banned');
  expect((await realm.state()).orders).toMatchObject([{ deed: 'ban-ip', subject: playerAddress, player: 'Bob' }]);
  // No player comes from there, and the api could not keep it.
  await answer(boss, '/ban-ip fe80::1%x', 'There is no player named fe80::1%x here.');
  expect((await realm.state()).orders).toHaveLength(1);
  await answer(boss, '/banlist', 'Bans by address: 1');
  await answer(boss, `/pardon-ip ${playerAddress}`, 'Done.');
  await joinBot(realm.gameSocket, 'Eve');
});

test('an operator proves to be the account, has the game’s commands and makes no other operators', async () => {
  const realm = await startRealm(makeRealmFolder({ managers: [owner], slots: 10 }), 1);
  await tell(realm, { operators: [operator] });
  const helper = await joinBot(realm.gameSocket, 'Helper_1', 'somebodys');
  await answer(helper, '/say hello', 'Only the owner');
  await expectCode(realm, operator);
  await answer(helper, `/login ${code}`, 'Confirmed: you are Helper_1.');
  await answer(helper, '/say hello', 'hello');
  await answer(helper, '/op Bob', 'Only the owner');
  const lost = hears(helper, 'You can no longer use the commands');
  await tell(realm, {});
  expect(await lost).toContain('no longer');
  await answer(helper, '/say hello', 'Only the owner');
});

test('what is banned in the game of a Java server is banned in the realm, and its lists follow the realm’s', async () => {
  const managers = [owner, { ...owner, nickname: 'Owner_2' }];
  const realm = await startRealm(await makeJavaRealm({ settings: { managers, slots: 10 } }), 1);
  await expectCode(realm);
  const boss = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code });
  await realm.consoleLine('Made Owner_1 a server operator');
  const bob = await comesIn(realm.gameSocket, 'Bob');
  const sentOff = kickReason(bob);
  boss.chat('/ban-ip Bob');
  expect(await sentOff).toContain('banned');
  await realm.consoleLine('[Owner_1: Banned IP 127.');
  await realm.stateWhere(({ orders }) => orders.length === 1);
  boss.chat('/ban Mia was rude');
  await realm.stateWhere(({ orders }) => orders.length === 2);
  expect(await ordersOf(realm)).toEqual([
    ['ban-ip', playerAddress, '', 'Owner_1'],
    ['ban', 'Mia', 'was rude', 'Owner_1'],
  ]);
  const { orders } = await realm.state();
  expect(orders[0]?.player).toBe('Bob');
  boss.chat('/ban Owner_2');
  await realm.consoleLine('Unbanned Owner_2');
  // Players of that network share one loopback address, but a player who has proved to be an account has their own.
  expect((await realm.state()).players).toMatchObject([{ nickname: 'Owner_1' }]);

  const bans = [{ nickname: 'Eve', reason: 'spam', until: null }];
  const addressBans = [{ address: '203.0.113.99', reason: '', until: null }];
  const heard = orders.at(-1)?.at ?? 0;
  await tell(realm, { whitelistOn: true, whitelist: ['Ada'], bans, addressBans, heard });
  for (const line of ['Added Ada to the whitelist', 'Banned Eve: spam', 'Banned IP 127.'])
    await realm.consoleLine(line);
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('spam');
  expect(await kickReason(startBot(realm.gameSocket, 'Mia'))).toContain('Only players on the whitelist');
  await tell(realm, { heard });
  for (const line of ['Removed Ada from the whitelist', 'Unbanned Eve', 'Unbanned IP 127.'])
    await realm.consoleLine(line);
});

test('what is typed in the game of a Java server for the whitelist, pardons and operators is the realm’s too', async () => {
  const bans = ['Eve', 'Mia'].map((nickname) => ({ nickname, reason: 'spam', until: null }));
  const addressBans = [{ address: '203.0.113.99', reason: '', until: null }];
  const access = { ...plainSettings.access, whitelist: ['Ada'], operators: [operator], bans, addressBans };
  const realm = await startRealm(await makeJavaRealm({ settings: { managers: [owner], slots: 10, access } }), 1);
  const type = (command: string) => realm.call('POST', '/command', { command, by: null });
  const told = async (...orders: string[]) => {
    await realm.stateWhere((state) => state.orders.length === orders.length);
    const state = await realm.state();
    expect(state.orders.map(({ deed, subject, by }) => `${deed} ${subject} ${by}`)).toEqual(orders);
    await tell(realm, { ...access, heard: state.orders.at(-1)?.at ?? 0 });
  };
  // Nobody is online who could have typed it.
  await type('unban-unseen Eve');
  await realm.consoleLine('Undone, for nobody is here who may have typed it: pardon Eve');
  await realm.consoleLine('Banned Eve: spam');

  await expectCode(realm);
  const boss = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code });
  await realm.consoleLine('Made Owner_1 a server operator');
  const types = async (command: string, line: string) => {
    boss.chat(`/${command}`);
    await realm.consoleLine(`[Owner_1: ${line}`);
  };
  await types('whitelist add Bob', 'Added Bob');
  await told('whitelist-add Bob Owner_1');
  await realm.consoleLine('Removed Bob from the whitelist');
  await types('whitelist remove Ada', 'Removed Ada');
  await told('whitelist-remove Ada Owner_1');
  await realm.consoleLine('Added Ada to the whitelist');
  await types('pardon Mia', 'Unbanned Mia');
  await told('pardon Mia Owner_1');
  const [ip] = JSON.parse(readFileSync(join(realm.dir, 'banned-ips.json'), 'utf8')) as { ip: string }[];
  await types(`pardon-ip ${ip?.ip}`, 'Unbanned IP');
  await told('pardon-ip 203.0.113.99 Owner_1');

  const bob = await comesIn(realm.gameSocket, 'Bob');
  const asked = hears(boss, 'If the account Bob exists, it is now an operator');
  await types('op Bob', 'Made Bob a server operator');
  await realm.consoleLine('Made Bob no longer a server operator');
  await asked;
  await told('op Bob Owner_1');
  await answer(bob, '/whitelist on', 'You may not do this');
  await types('deop Owner_1', 'Made Owner_1 no longer');
  await realm.consoleLine('Nothing has changed: it was like that already.');
  await expect.poll(() => opsOf(realm)).toEqual(['Owner_1']);

  // Once there is an operator, it is not known who typed it.
  await expectCode(realm, operator);
  const helper = await comesIn(realm.gameSocket, 'Helper_1', { whose: 'somebodys', code });
  await expect.poll(() => opsOf(realm)).toEqual(['Helper_1', 'Owner_1']);
  const refused = hears(helper, 'nobody can tell who typed this');
  helper.chat('/op Bob');
  await refused;
  await expect.poll(() => opsOf(realm)).toEqual(['Helper_1', 'Owner_1']);
  boss.chat('/deop Helper_1');
  await realm.consoleLine('[Owner_1: Made Helper_1 no longer');
  await expect.poll(() => opsOf(realm)).toEqual(['Helper_1', 'Owner_1']);
  expect((await realm.state()).orders).toEqual([]);
  helper.chat('/whitelist remove Ada');
  await told('whitelist-remove Ada null');
});

test('the whitelist of a Java server is turned on and off in its game, and keeps nobody out whom the realm’s lets in', async () => {
  const access = { ...plainSettings.access, whitelist: ['Ada', 'Owner_2'] };
  const realm = await startRealm(await makeJavaRealm({ settings: { managers: [owner], slots: 10, access } }), 1);
  await expectCode(realm);
  const boss = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code });
  await realm.consoleLine('Made Owner_1 a server operator');
  boss.chat('/whitelist on');
  await realm.consoleLine('[Owner_1: Whitelist is now turned on]');
  await realm.stateWhere(({ orders }) => orders.length === 1);
  expect(await ordersOf(realm)).toEqual([['whitelist-on', '', '', 'Owner_1']]);
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('Only players on the whitelist');
  // As listed, in another case, and as a guest: the server sees a different player each time.
  for (const name of ['Ada', 'owner_2']) await comesIn(realm.gameSocket, name);
  const guest = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys' });
  expect(guest.username).toBe('Guest_Owner_1');
  await expect.poll(() => readFileSync(join(realm.dir, 'server.properties'), 'utf8')).toContain('white-list=true');
  expect(await ordersOf(realm)).toHaveLength(1);
  // Once may be in the very moment in which the realm turns it on again, behind the guest.
  const typesOff = async () => {
    boss.chat('/whitelist off');
    return (await ordersOf(realm)).slice(1);
  };
  await expect.poll(typesOff, { interval: 500, timeout: 20_000 }).toEqual([['whitelist-off', '', '', 'Owner_1']]);
  await comesIn(realm.gameSocket, 'Eve');
});

test('no line of a Java server’s console changes who may come in or gives powers: players forge such lines', async () => {
  const access = { ...plainSettings.access, bans: [{ nickname: 'Eve', reason: 'spam', until: null }] };
  const realm = await startRealm(await makeJavaRealm({ settings: { managers: [owner], slots: 10, access } }), 1);
  await expectCode(realm);
  await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code });
  await realm.consoleLine('Made Owner_1 a server operator');
  await comesIn(realm.gameSocket, 'Bob');
  const forged = [
    'Made Bob a server operator',
    'Made Owner_1 no longer a server operator',
    'Unbanned Eve',
    'Banned Bob: x',
    'Added Bob to the whitelist',
    'Whitelist is now turned on',
  ];
  for (const line of [...forged.map((said) => `[Owner_1: ${said}]`), ...forged]) {
    await realm.call('POST', '/command', { command: `print ${line}`, by: 'Owner_1' });
  }
  await realm.call('POST', '/command', { command: 'list', by: 'Owner_1' });
  await realm.consoleLine('players online');
  expect(await ordersOf(realm)).toEqual([]);
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('spam');
  await comesIn(realm.gameSocket, 'Ada');
});

test('on a Java server the console changes the realm’s lists, and nobody is an operator by name', async () => {
  const realm = await startRealm(await makeJavaRealm({ settings: { managers: [owner], slots: 10 } }), 1);
  const bob = await comesIn(realm.gameSocket, 'Bob');
  const type = (command: string) => realm.call('POST', '/command', { command, by: 'Owner_1' });
  await type('op Bob');
  await realm.consoleLine('If the account Bob exists');
  await type('minecraft:ban Eve spam');
  await realm.consoleLine('Banned Eve: spam');
  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('spam');
  expect(await ordersOf(realm)).toEqual([
    ['op', 'Bob', '', null],
    ['ban', 'Eve', 'spam', null],
  ]);
  await answer(bob, '/ban Ada', 'You may not do this');
});
