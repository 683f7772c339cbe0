import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { encodeHandshake, encodeLoginStart, encodeVarInt } from '@realmkeep/protocol';
import { expect, test } from 'vitest';
import { joinBot, kickReason, hears } from '../bots.ts';
import { closed, connectThroughProxy, makeRealmFolder, startRealm } from '../realm-process.ts';

/** Fewer than a player may say at once. */
const managersCommands: string[][] = [
  ['/say hello', '/kick Ada', '/time set night', '/difficulty hard', '/gamemode creative', '/give Ada stone 64'],
  ['/setblock 0 90 0 stone', '/tp Ada Ada', '/KILL Ada', '/xp 100', '/op Ada', '/ban Ada'],
  ['/whitelist on', '/deop Ada', '/pardon-ip 127.0.0.1', '/banlist', '/stop'],
];

test.each(managersCommands)('a command of the game is not open to players: %s …', async (...commands) => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  for (const command of commands) {
    const told = hears(ada, 'Only the owner and co-owners can do this');
    ada.chat(command);
    await told;
    await realm.consoleLine(`Ada was refused the command ${command.split(' ', 1)[0]?.toLowerCase()}`);
  }
  expect(ada.game.gameMode).toBe('survival');
  expect(ada.health).toBe(20);
  expect(ada.inventory.items()).toEqual([]);
  expect(await realm.state()).toMatchObject({ phase: 'READY', players: [{ nickname: 'Ada' }] });
});

test('what is no command is none, and what is everybody’s does no harm', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  for (const command of ['/operator Ada', '/constructor', '/__proto__ x', '/']) {
    const told = hears(ada, 'Unknown or incomplete command');
    ada.chat(command);
    await told;
  }
  const start = ada.entity.position.clone();
  for (const [command, answer] of [
    ['/help', '/login <code>'],
    ['/List', 'There are 1 of a max of 2 players online: Ada'],
    ['/spawn now', 'Done.'],
  ] as const) {
    const told = hears(ada, answer);
    ada.chat(command);
    expect(await told).not.toContain('/kick');
  }
  expect(ada.entity.position.distanceTo(start)).toBeLessThan(1);
});

test('chat is text and nothing else', async () => {
  const realm = await startRealm(makeRealmFolder({ slots: null }));
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const said = '&4{"text":"x"} %s ${jndi:ldap://x} {{TOKEN_KEY}} motd=x <script>alert(1)</script> 🦄';
  const heard = hears(bob, `<Ada> ${said}`);
  ada.chat(said);
  await heard;
  expect(await realm.consoleLine('{{TOKEN_KEY}}')).toBe(`<Ada> ${said}`);
  for (const bad of ['§kfaked', 'two\nlines', 'bell\u0007', 'x'.repeat(257)]) {
    const mallory = await joinBot(realm.gameSocket, 'Mallory');
    const sentOff = kickReason(mallory);
    mallory._client.write('chat', { message: bad });
    expect(await sentOff).toContain('not allowed');
    await realm.stateWhere((state) => state.players.length === 2);
  }
  const sentOff = kickReason(ada);
  for (let i = 0; i < 20; i += 1) ada._client.write('chat', { message: `spam ${i}` });
  expect(await sentOff).toContain('too many messages');
  // Her client hears the reason before the realm has seen her go.
  const left = await realm.stateWhere((state) => state.players.length === 1);
  expect(left).toMatchObject({ phase: 'READY', players: [{ nickname: 'Bob' }] });
});

test('packets that no client sends do no harm', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const location = { x: 30_000_000, y: 255, z: -30_000_000 };
  const item = { present: true, itemId: 99_999, itemCount: -5 };
  const odd: [string, Record<string, unknown>][] = [
    ['block_dig', { status: 0, location, face: 77 }],
    ['block_dig', { status: 99, location: { x: 0, y: 65, z: 0 }, face: -1 }],
    [
      'block_place',
      { hand: 0, location, direction: 99, cursorX: 0, cursorY: Number.NaN, cursorZ: 0, insideBlock: true },
    ],
    [
      'block_place',
      { hand: 1, location: { x: 0, y: 65, z: 0 }, direction: 1, cursorX: 0, cursorY: 0, cursorZ: 0, insideBlock: true },
    ],
    ['use_entity', { target: 424_242, mouse: 1, sneaking: false }],
    ['use_entity', { target: -1, mouse: 0, hand: 0, sneaking: true }],
    ['held_item_slot', { slotId: 4000 }],
    ['set_creative_slot', { slot: -1, item }],
    ['set_creative_slot', { slot: 36, item }],
    ['window_click', { windowId: 0, slot: -999, mouseButton: 0, action: 1, mode: 4, item: { present: false } }],
    ['window_click', { windowId: 9, slot: 9999, mouseButton: 99, action: 1, mode: 6, item }],
    ['settings', { locale: 'x', viewDistance: 127, chatFlags: 0, chatColors: true, skinParts: 0, mainHand: 0 }],
    ['settings', { locale: 'x', viewDistance: -128, chatFlags: 0, chatColors: true, skinParts: 0, mainHand: 0 }],
    ['client_command', { actionId: 'request_stats' }],
    ['client_command', { actionId: 'perform_respawn' }],
    ['tab_complete', { transactionId: 1, text: '/op ' }],
    ['custom_payload', { channel: 'minecraft:register', data: randomBytes(2000) }],
    ['vehicle_move', { x: Number.NaN, y: 0, z: 0, yaw: 0, pitch: 0 }],
    ['update_sign', { location, text1: '{', text2: '', text3: '', text4: '' }],
    ['look', { yaw: Number.NaN, pitch: Number.POSITIVE_INFINITY, onGround: true }],
  ];
  for (const [name, fields] of odd) ada._client.write(name, fields);
  const heard = hears(ada, '<Ada> still here');
  ada.chat('still here');
  await heard;
  expect(await realm.state()).toMatchObject({ phase: 'READY', players: [{ nickname: 'Ada' }] });
});

test('a connection without the proxy header is dropped', async () => {
  const realm = await startRealm(makeRealmFolder());
  const socket = connect(realm.gameSocket);
  const end = closed(socket.resume());
  socket.write(encodeHandshake({ protocolVersion: 754, serverAddress: 'x', serverPort: 1, nextState: 'status' }));
  await end;
  await closed(connect(realm.gameSocket).resume());
  expect(await realm.state()).toMatchObject({ phase: 'READY' });
});

test('garbage on the game port ends that connection only', async () => {
  const realm = await startRealm(makeRealmFolder({ slots: null }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const garbage = [
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.concat([encodeVarInt(0x7fffffff), randomBytes(100)]),
    Buffer.concat([encodeVarInt(-5), randomBytes(100)]),
    Buffer.from([0xfe]),
    Buffer.from([0xfe, 0x01, 0xfa]),
    framed(randomBytes(300)),
    Buffer.alloc(3 << 20, 1),
    ...Array.from({ length: 40 }, (_, i) => randomBytes(1 + i * 13)),
  ];
  await Promise.all(garbage.map(async (bytes) => sendAndClose(await connectThroughProxy(realm.gameSocket), bytes)));
  // After the login packets are compressed: the length that they shall unpack to, and the packed bytes.
  const packed = [
    Buffer.concat([encodeVarInt(1 << 30), deflateSync(Buffer.alloc(32 << 20))]),
    Buffer.concat([encodeVarInt(500), deflateSync(Buffer.alloc(32 << 20))]),
    Buffer.concat([encodeVarInt(100), randomBytes(200)]),
    Buffer.concat([encodeVarInt(0), randomBytes(200)]),
    Buffer.alloc(0),
  ];
  // A disconnected client has ten seconds to read why: all of them at once.
  await Promise.all(
    packed.map(async (bytes, n) => {
      const socket = await connectThroughProxy(realm.gameSocket);
      socket.write(encodeHandshake({ protocolVersion: 754, serverAddress: 'x', serverPort: 1, nextState: 'login' }));
      socket.write(encodeLoginStart({ name: `Mallory${n}`, rest: Buffer.alloc(0) }));
      await once(socket, 'data');
      await sendAndClose(socket, framed(bytes));
    }),
  );
  await realm.stateWhere((state) => state.players.length === 1);
  const heard = hears(ada, '<Ada> still here');
  ada.chat('still here');
  await heard;
  const { memoryBytes } = (await realm.state()).resources;
  expect(memoryBytes).toBeLessThan(256 << 20);
});

function framed(body: Buffer): Buffer {
  return Buffer.concat([encodeVarInt(body.length), body]);
}

async function sendAndClose(socket: Socket, bytes: Buffer): Promise<void> {
  // Not by `once`, which rejects when a closed socket is written to: on a unix socket immediately.
  socket.on('error', () => undefined);
  socket.resume();
  socket.end(bytes);
  if (!socket.closed) await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
}
