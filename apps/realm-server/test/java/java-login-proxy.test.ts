import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeHandshake, encodeLoginStart } from '@realmkeep/protocol';
import { hears, kickReason, startBot } from '../bots.ts';
import { comesIn, compileFirst, makeJavaRealm } from './java-realm.ts';
import { closed, type RealmProcess, startRealm, until } from '../realm-process.ts';

compileFirst();

const loginCode = 'K7PM3XQD';
const owner = { nickname: 'Owner_1', epoch: 1 };

async function ownedRealm(slots = 10): Promise<RealmProcess> {
  return startRealm(await makeJavaRealm({ settings: { managers: [owner], slots } }), 1);
}

async function expectCode(realm: RealmProcess, code = loginCode): Promise<void> {
  const hash = createHash('sha256').update(code).digest('hex');
  const body = { ...owner, hash, expiresAt: Date.now() + 60_000 };
  expect((await realm.call('POST', '/login-code', body)).status).toBe(204);
}

const namesOf = async (realm: RealmProcess): Promise<string[]> =>
  (await realm.state()).players.map(({ nickname }) => nickname).sort();

test('a nickname that is nobody’s is played as it is; one that may be an account’s as a guest', async () => {
  const realm = await ownedRealm(3);
  const bob = await comesIn(realm.gameSocket, 'Bob');
  expect(bob.username).toBe('Bob');
  const guest = startBot(realm.gameSocket, 'Owner_1', { whose: 'somebodys' });
  await hears(guest, 'get a code on its web page and join with the code before the address');
  await expect.poll(() => guest.username).toBe('Guest_Owner_1');
  const other = await comesIn(realm.gameSocket, 'owner_1', { whose: 'somebodys' });
  expect(other.username).toBe('Guest_owner_1_2');
  await until(async () => ((await namesOf(realm)).length === 3 ? true : null));
  expect(await namesOf(realm)).toEqual(['Bob', 'Guest_Owner_1', 'Guest_owner_1_2']);

  expect(await kickReason(startBot(realm.gameSocket, 'Eve'))).toContain('The realm is full: 3 of 3 players.');
  other.quit();
  await until(async () => ((await namesOf(realm)).length === 2 ? true : null));
  expect(await kickReason(startBot(realm.gameSocket, 'BOB'))).toContain('is already in this realm');
});

test('a code before the address gives the name and the powers, for that connection alone', async () => {
  const realm = await ownedRealm();
  await expectCode(realm);
  const proved = await comesIn(realm.gameSocket, 'oWNER_1', { whose: 'somebodys', code: 'k7pm-3xqd' });
  expect(proved.username).toBe('Owner_1');
  await realm.consoleLine('Made Owner_1 a server operator');
  await realm.consoleLine('Owner_1 came in');
  proved.chat('/mark by the owner');
  await realm.consoleLine('[Owner_1: The world is marked: by the owner]');

  // The code is used up; a new proof takes over the place.
  expect(await kickReason(startBot(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code: loginCode }))).toContain(
    'This code is wrong',
  );
  await expectCode(realm, 'ZZZZ2222');
  const sentOff = kickReason(proved);
  const again = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code: 'zzzz2222' });
  expect(await sentOff).toContain('has been confirmed on another connection');
  again.quit();
  await realm.consoleLine('Made Owner_1 no longer a server operator');
  expect(readFileSync(join(realm.dir, 'logs/console.log'), 'utf8')).not.toMatch(/k7pm|zzzz2222/i);
});

test('whom the gateway knows needs no code, takes the place of whoever is on, and loses the powers like anybody', async () => {
  const realm = await ownedRealm();
  await expectCode(realm);
  const proved = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code: loginCode });
  await realm.consoleLine('Made Owner_1 a server operator');
  expect((await realm.state()).usedCodes).toEqual([{ code: loginCode, address: '203.0.113.7' }]);
  const sentOff = kickReason(proved);
  const known = await comesIn(realm.gameSocket, 'oWNER_1', { whose: owner });
  expect(await sentOff).toContain('has been confirmed on another connection');
  expect(known.username).toBe('Owner_1');
  // Powers are revoked from the player who left before the one who joined gets them: a command in between is refused.
  const marked = '[Owner_1: The world is marked: without a code]';
  await expect
    .poll(
      () => {
        known.chat('/mark without a code');
        return realm.printed();
      },
      { interval: 500 },
    )
    .toContainEqual(expect.stringContaining(marked));
  await realm.call('PATCH', '/settings', { managers: [{ ...owner, epoch: 2 }] });
  await realm.consoleLine('Made Owner_1 no longer a server operator');
});

test('powers end with the managing, and nobody gives them on', async () => {
  const realm = await ownedRealm();
  await expectCode(realm);
  const proved = await comesIn(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code: loginCode });
  await comesIn(realm.gameSocket, 'Bob');
  await realm.consoleLine('Made Owner_1 a server operator');
  proved.chat('/op Bob');
  await realm.consoleLine('[Owner_1: Made Bob a server operator]');
  await realm.consoleLine('Made Bob no longer a server operator');
  await realm.call('PATCH', '/settings', { managers: [{ ...owner, epoch: 2 }] });
  await realm.consoleLine('Made Owner_1 no longer a server operator');
  const refused = hears(proved, 'You may not do this');
  proved.chat('/mark as before');
  expect(await refused).toBe('You may not do this');
});

test('ten wrong codes shut an address out', async () => {
  const realm = await ownedRealm();
  await expectCode(realm);
  const comes = (code: string): Promise<string> =>
    kickReason(startBot(realm.gameSocket, 'Owner_1', { whose: 'somebodys', code }));
  for (let n = 0; n < 10; n += 1) expect(await comes('aaaabbbb')).toContain('This code is wrong');
  expect(await comes(loginCode)).toContain('Minutes until you can try again: 5');
});

test('whoever comes to the server past the login proxy is sent off at once', async () => {
  const realm = await ownedRealm();
  const port = /^server-port=(\d+)$/m.exec(readFileSync(join(realm.dir, 'server.properties'), 'utf8'))?.[1];
  const socket = connect(Number(port), '127.0.0.1');
  const end = closed(socket.resume());
  const handshake = {
    protocolVersion: 754,
    serverAddress: 'localhost',
    serverPort: 25_565,
    nextState: 'login' as const,
  };
  socket.write(
    Buffer.concat([encodeHandshake(handshake), encodeLoginStart({ name: 'Owner_1', rest: Buffer.alloc(0) })]),
  );
  await end;
  await realm.consoleLine('Kicked Owner_1: Join using the realm’s address.');
  expect(await namesOf(realm)).toEqual([]);
});
