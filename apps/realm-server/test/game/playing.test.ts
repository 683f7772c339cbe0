import { once } from 'node:events';
import { decodeFrame, decodeStatusResponse, encodeHandshake, encodeStatusRequest } from '@realmkeep/protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import {
  blockName,
  breakBlock,
  groundAround,
  joinBot,
  kickReason,
  type Position,
  sees,
  startBot,
  hears,
  packet,
  words,
} from '../bots.ts';
import { command, connectThroughProxy, makeRealmFolder, startRealm, until } from '../realm-process.ts';

test('a player comes in, is told of, and leaves', async () => {
  const realm = await startRealm(makeRealmFolder());
  expect(await realm.state()).toMatchObject({ phase: 'READY', players: [], tps: null, slots: 2 });
  const bot = await joinBot(realm.gameSocket, 'Ada');
  expect(blockName(bot, bot.entity.position.floored().offset(0, -1, 0))).toBe('grass_block');
  const { players, worlds } = await realm.stateWhere((state) => state.players.length === 1);
  expect(players).toEqual([{ nickname: 'Ada', uuid: bot.player.uuid, world: 'overworld' }]);
  expect(worlds).toEqual([{ name: 'overworld', players: 1 }]);
  // A busy machine lets it tick more slowly for a while.
  await realm.stateWhere(({ tps }) => tps !== null && tps > 15);
  await realm.consoleLine('Ada came in');
  bot.quit();
  await realm.stateWhere((state) => state.players.length === 0 && state.tps === null);
});

test('players see each other, what the others build and say, and its light', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await until(() => (ada.players['Bob']?.entity && bob.players['Ada']?.entity ? true : null));
  const [block] = groundAround(ada, 1);
  if (!block) throw new Error('no ground');
  breakBlock(ada, block);
  await sees(bob, block, 'air');
  const heard = once(bob, 'chat');
  ada.chat('good morning');
  expect((await heard).slice(0, 2)).toEqual(['Ada', 'good morning']);
  await realm.consoleLine('<Ada> good morning');

  const command = (line: string): Promise<unknown> => realm.call('POST', '/command', { command: line });
  const corner = ada.entity.position.floored().offset(0, 20, 0);
  const [middle, roof] = [corner.offset(2, 2, 2), corner.offset(2, 4, 2)];
  const room = [corner, corner.offset(4, 4, 4)].map(({ x, y, z }) => `${x} ${y} ${z}`).join(' ');
  await command(`fill ${room} stone hollow`);
  await expect.poll(() => [blockName(bob, corner), lightAt(bob, middle)]).toEqual(['stone', { block: 0, sky: 0 }]);
  await command(`setblock ${middle.x} ${middle.y} ${middle.z} torch`);
  await expect.poll(() => lightAt(bob, middle)).toEqual({ block: 14, sky: 0 });
  expect(lightAt(bob, middle.offset(1, 0, 1))).toEqual({ block: 12, sky: 0 });
  await command(`setblock ${middle.x} ${middle.y} ${middle.z} air`);
  await expect.poll(() => lightAt(bob, middle)).toEqual({ block: 0, sky: 0 });
  await command(`setblock ${roof.x} ${roof.y} ${roof.z} air`);
  await expect.poll(() => lightAt(bob, middle)).toEqual({ block: 0, sky: 15 });
  expect(lightAt(bob, middle.offset(1, 0, 1))).toEqual({ block: 0, sky: 13 });
  await command(`setblock ${middle.x} ${middle.y} ${middle.z} torch`);
  const counted = once(ada._client, 'statistics');
  ada._client.write('client_command', { actionId: 1 });
  await counted;
  // Lit, and crouching, before she joins.
  bob.setControlState('sneak', true);
  ada.quit();
  const eve = await joinBot(realm.gameSocket, 'Eve');
  await expect.poll(() => lightAt(eve, middle)).toEqual({ block: 14, sky: 15 });
  await expect.poll(() => eve.players['Bob']?.entity?.metadata[0]).toEqual(2);
  await until(() => (bob.players['Ada'] ? null : true));
});

/** What the client has been sent. prismarine-chunk reads each row of 16 blocks from the wrong end, two at a time. */
function lightAt(bot: Bot, at: Position): { block: number; sky: number } | null {
  const block = bot.blockAt(at.offset((at.x ^ 14) - at.x, 0, 0));
  return block && { block: block.light, sky: block.skyLight };
}

test('the third player of two slots is told so; with null everybody may come', async () => {
  const realm = await startRealm(makeRealmFolder({ slots: 2 }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await joinBot(realm.gameSocket, 'Bob');
  expect(await kickReason(startBot(realm.gameSocket, 'Cem'))).toContain('The realm is full: 2 of 2 players.');
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 1);
  await joinBot(realm.gameSocket, 'Cem');
  await realm.call('PATCH', '/settings', { slots: null });
  await joinBot(realm.gameSocket, 'Dan');
  expect(await realm.state()).toMatchObject({ slots: null, players: [{}, {}, {}] });
});

test('a slot is taken at login, not when the game begins', async () => {
  const realm = await startRealm(makeRealmFolder({ slots: 1 }));
  const bots = Array.from({ length: 6 }, (_, i) => startBot(realm.gameSocket, `Racer${i}`));
  const outcomes = await Promise.all(
    bots.map((bot) => Promise.race([once(bot, 'spawn').then(() => 'in'), kickReason(bot)])),
  );
  expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
  expect((await realm.state()).players).toHaveLength(1);
});

test('a nickname is in the realm once, whatever its case, and free again afterwards', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  expect(await kickReason(startBot(realm.gameSocket, 'Ada'))).toContain('Ada is already in this realm.');
  expect(await kickReason(startBot(realm.gameSocket, 'aDA'))).toContain('aDA is already in this realm.');
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);
  await joinBot(realm.gameSocket, 'Ada');
  expect((await realm.state()).players).toHaveLength(1);
});

test('impossible nicknames and other versions of the game are refused with a reason', async () => {
  const realm = await startRealm(makeRealmFolder());
  expect(await kickReason(startBot(realm.gameSocket, '§4Admin'))).toContain('A nickname has 1 to 16 letters');
  expect(await kickReason(startBot(realm.gameSocket, '../../etc'))).toContain('A nickname has 1 to 16 letters');
  expect(await kickReason(startBot(realm.gameSocket, 'Newer', { version: '1.18.2' }))).toContain('1.16.5');
});

test('the game mode changes for those who are there and those who come', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  expect(ada.game.gameMode).toBe('survival');
  const change = { gameMode: 'CREATIVE', motd: 'Another', description: 'Come in' };
  const answer = await realm.call('PATCH', '/settings', change);
  expect(await answer.json()).toEqual({ applied: Object.keys(change), atNextStart: [] });
  expect(await listedAs(realm.gameSocket)).toMatchObject({ description: { text: 'Another\nCome in' } });
  await until(() => (ada.game.gameMode === 'creative' ? true : null));
  const bob = await joinBot(realm.gameSocket, 'Bob');
  expect(bob.game.gameMode).toBe('creative');
});

async function listedAs(gameSocket: string): Promise<unknown> {
  const socket = await connectThroughProxy(gameSocket);
  const host = { protocolVersion: 754, serverAddress: 'x', serverPort: 1, nextState: 'status' } as const;
  socket.write(Buffer.concat([encodeHandshake(host), encodeStatusRequest()]));
  let received: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    const frame = decodeFrame(received, 65_536);
    if (frame !== 'incomplete') return JSON.parse(decodeStatusResponse(frame));
  }
  return null;
}

test('the border holds players and builders, and moves', async () => {
  const realm = await startRealm(makeRealmFolder({ borderDiameter: 6 }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  ada.physicsEnabled = false;
  const start = ada.entity.position.clone();
  const moveTo = (dx: number): void => {
    // Where the client believes to be: it says so again each second.
    ada.entity.position.x = start.x + dx;
    ada._client.write('position', { x: start.x + dx, y: start.y, z: start.z, onGround: true });
  };
  let putBack = once(ada._client, 'position');
  moveTo(5);
  expect((await putBack)[0]).toMatchObject({ x: start.x });
  const outside = start.floored().offset(4, -1, 0);
  const before = blockName(ada, outside);
  const shown = once(ada._client, 'block_change');
  breakBlock(ada, outside);
  await shown;
  expect(blockName(ada, outside)).toBe(before);

  await realm.call('PATCH', '/settings', { borderDiameter: 500 });
  moveTo(5);
  breakBlock(ada, outside);
  await sees(ada, outside, 'air');
  putBack = once(ada._client, 'position');
  await realm.call('PATCH', '/settings', { borderDiameter: 6 });
  expect((await putBack)[0]).toMatchObject({ x: start.x });
});

test('positions that do not exist, or are of before a teleport, or too far, are not taken over', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const { x, y, z } = ada.entity.position;
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e300]) {
    const putBack = once(ada._client, 'position');
    ada._client.write('position', { x: odd, y, z, onGround: true });
    expect((await putBack)[0]).toMatchObject({ x, z });
  }
  const putBack = once(ada._client, 'position');
  ada._client.write('position', { x, y: -40, z, onGround: false });
  expect((await putBack)[0]).toMatchObject({ x, y, z });
  expect((await realm.state()).players).toHaveLength(1);

  // A place counts once the client has confirmed where it was put.
  const bob = await joinBot(realm.gameSocket, 'Bob');
  ada.physicsEnabled = false;
  const client = ada._client;
  const write = client.write.bind(client);
  const held: object[] = [];
  client.write = (name, fields) => (name === 'teleport_confirm' ? void held.push(fields) : write(name, fields));
  const seenAt = (): number | undefined => bob.players['Ada']?.entity?.position.x;
  const put = once(client, 'position');
  await command(realm, `tp Ada ${x + 8} ${y} ${z}`);
  await put;
  await until(() => (seenAt() === x + 8 ? true : null));
  const heard = hears(bob, '<Ada> here');
  write('position', { x: x + 1, y, z, onGround: true });
  ada.chat('here');
  await heard;
  expect(seenAt()).toBe(x + 8);
  // Nor do turns without end end the others' connections.
  write('look', { yaw: 2 ** 61, pitch: 2 ** 61, onGround: true });
  write('teleport_confirm', held.at(-1) ?? {});
  write('position', { x: x + 9, y, z, onGround: true });
  await until(() => (seenAt() === x + 9 ? true : null));
  const tooFast = once(client, 'position');
  write('position', { x: x + 29, y, z, onGround: true });
  expect((await tooFast)[0]).toMatchObject({ x: x + 9 });
});

test('a block is placed, and in adventure mode not', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  const ground = ada.entity.position.floored().offset(2, -1, 0);
  const stone = ada.registry.itemsByName['stone_bricks'];
  if (!stone) throw new Error('no such item');
  const place = (): void => {
    ada._client.write('set_creative_slot', { slot: 36, item: { present: true, itemId: stone.id, itemCount: 1 } });
    ada._client.write('block_place', {
      hand: 0,
      location: ground,
      direction: 1,
      cursorX: 0.5,
      cursorY: 1,
      cursorZ: 0.5,
      insideBlock: false,
    });
  };
  breakBlock(ada, ground.offset(0, 1, 0));
  place();
  await sees(bob, ground.offset(0, 1, 0), 'stone_bricks');
  breakBlock(ada, ground.offset(0, 1, 0));
  await sees(bob, ground.offset(0, 1, 0), 'air');
  await realm.call('PATCH', '/settings', { gameMode: 'ADVENTURE' });
  const told = hears(ada, 'Nobody builds in this game mode.');
  place();
  await told;
  expect(blockName(bob, ground.offset(0, 1, 0))).toBe('air');
});

test('blocks take the place of nothing but air, liquids and grass, look where they should, and slabs join', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const at = ada.entity.position.floored().offset(2, 0, 0);
  await command(realm, `fill ${words(at.offset(-1, 0, -2))} ${words(at.offset(2, 4, 2))} air`);
  await command(realm, `fill ${words(at.offset(-1, -1, -2))} ${words(at.offset(2, -1, 2))} stone`);
  const place = (name: string, location: Position, direction: number, cursorY = 0.5): void => {
    const itemId = ada.registry.itemsByName[name]?.id ?? -1;
    ada._client.write('set_creative_slot', { slot: 36, item: { present: true, itemId, itemCount: 1 } });
    const cursor = { cursorX: 0.5, cursorY, cursorZ: 0.5 };
    ada._client.write('block_place', { hand: 0, location, direction, ...cursor, insideBlock: false });
  };
  const stateAt = (where: Position) => ada.blockAt(where)?.getProperties();

  // Where a torch is nothing is placed, and the client is shown that.
  await command(realm, `setblock ${words(at)} torch`);
  await sees(ada, at, 'torch');
  const shown = packet(ada, 'block_change', ({ location }) => at.equals(location as Position));
  for (const name of ['stone', 'chest', 'white_bed']) place(name, at.offset(0, -1, 0), 1, 1);
  await shown;
  await command(realm, `setblock ${words(at.offset(0, 3, 0))} stone`);
  await sees(ada, at.offset(0, 3, 0), 'stone');
  expect(blockName(ada, at)).toBe('torch');
  await command(realm, `setblock ${words(at)} grass`);
  await sees(ada, at, 'grass');
  place('oak_slab', at, 1);
  await expect.poll(() => stateAt(at)).toMatchObject({ type: 'bottom' });
  place('oak_slab', at, 1, 1);
  await expect.poll(() => stateAt(at)).toMatchObject({ type: 'double' });
  place('oak_slab', at.offset(0, 3, 0), 0, 0);
  await expect.poll(() => stateAt(at.offset(0, 2, 0))).toMatchObject({ type: 'top' });

  // The player is to the west.
  place('carved_pumpkin', at.offset(0, -1, 1), 1, 1);
  await expect.poll(() => stateAt(at.offset(0, 0, 1))).toMatchObject({ facing: 'west' });
  place('ladder', at.offset(0, 0, 1), 4);
  await expect.poll(() => stateAt(at.offset(-1, 0, 1))).toMatchObject({ facing: 'west' });
  place('lantern', at.offset(0, 2, 0), 0, 0);
  await expect.poll(() => stateAt(at.offset(0, 1, 0))).toMatchObject({ hanging: true });
  place('torch', at.offset(0, 2, 0), 5);
  await sees(ada, at.offset(1, 2, 0), 'wall_torch');

  // What hangs on a block, or lies on it, comes off with it; of tall flowers there are two halves.
  place('white_carpet', at.offset(0, 0, 1), 1, 1);
  await sees(ada, at.offset(0, 1, 1), 'white_carpet');
  place('rose_bush', at.offset(0, -1, 2), 1, 1);
  await expect.poll(() => stateAt(at.offset(0, 1, 2))).toMatchObject({ half: 'upper' });
  for (const gone of [at.offset(0, 2, 0), at.offset(0, 0, 1)]) await command(realm, `setblock ${words(gone)} air`);
  const fallen = [at.offset(-1, 0, 1), at.offset(0, 1, 0), at.offset(1, 2, 0), at.offset(0, 1, 1)];
  for (const where of fallen) await sees(ada, where, 'air');

  // A lily pad is laid on water that one looks at, and on nothing else.
  const water = at.offset(0, -1, -2);
  await command(realm, `setblock ${words(water)} water`);
  await sees(ada, water, 'water');
  place('lily_pad', at.offset(0, -1, 0), 1, 1);
  await ada.lookAt(water.offset(0.5, 0.9, 0.5), true);
  const { yaw, pitch } = ada.entity;
  ada._client.write('look', { yaw: 180 - (yaw * 180) / Math.PI, pitch: (-pitch * 180) / Math.PI, onGround: true });
  ada._client.write('use_item', { hand: 0 });
  await sees(ada, water.offset(0, 1, 0), 'lily_pad');
  expect(blockName(ada, at)).not.toBe('lily_pad');
});

test('in the creative inventory a book keeps its text, and nothing is made up', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const known = (slot: number): unknown => {
    const tags = ada.inventory.slots[slot]?.nbt as { value: Record<string, { value: unknown }> } | null | undefined;
    return tags ? Object.keys(tags.value).toSorted().join(' ') : null;
  };
  const put = (
    slot: number,
    item: Bot['inventory']['slots'][number],
    nbtData: unknown = item?.nbt ?? undefined,
  ): void => {
    const sent = item ? { present: true, itemId: item.type, itemCount: item.count, nbtData } : { present: false };
    ada._client.write('set_creative_slot', { slot, item: sent });
  };
  await command(realm, 'give Ada writable_book');
  await expect.poll(() => ada.inventory.slots[36]?.name).toBe('writable_book');
  await ada.writeBook(36, ['The rules of the house', 'No griefing']);
  await expect.poll(() => known(36)).toBe('pages');

  // Lifted with the mouse and put down elsewhere.
  const book = ada.inventory.slots[36] ?? null;
  put(36, null);
  put(40, book);
  await expect.poll(() => [known(36), known(40)]).toEqual([null, 'pages']);
  // Of other properties nothing is believed.
  put(41, book, { type: 'compound', name: '', value: { Unbreakable: { type: 'byte', value: 1 } } });
  await expect.poll(() => [ada.inventory.slots[41]?.name, known(41)]).toEqual(['writable_book', null]);
});

test('fences, walls and panes join to what is beside them, and stairs turn corners', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const at = ada.entity.position.floored().offset(1, 20, 0);
  const set = (x: number, y: number, z: number, block: string) =>
    command(realm, `setblock ${words(at.offset(x, y, z))} ${block}`);
  const sides = (x: number, y: number, z: number): string | undefined => {
    const properties = ada.blockAt(at.offset(x, y, z))?.getProperties() ?? {};
    return ['north', 'east', 'south', 'west'].map((side) => String(properties[side])).join(' ');
  };
  const property = (x: number, y: number, z: number, name: string) =>
    ada.blockAt(at.offset(x, y, z))?.getProperties()[name];

  // A fence between another, a stone, a gate across its way and leaves, to which nothing joins.
  for (const [x, z, block] of [
    [1, 0, 'spruce_fence'],
    [0, 1, 'stone'],
    [-1, 0, 'oak_fence_gate[facing=north]'],
    [0, -1, 'oak_leaves[persistent=true]'],
    [0, 0, 'oak_fence'],
  ] as const)
    await set(x, 0, z, block);
  await expect.poll(() => sides(0, 0, 0)).toBe('false true true true');
  await expect.poll(() => sides(1, 0, 0)).toBe('false false false true');
  await set(0, 0, 1, 'nether_brick_fence');
  await expect.poll(() => sides(0, 0, 0)).toBe('false true false true');

  // A straight wall has no post but under a torch, and is tall where another lies on it.
  for (const x of [0, 1, 2]) await set(x, 2, 0, 'cobblestone_wall');
  await expect.poll(() => [sides(1, 2, 0), property(1, 2, 0, 'up')]).toEqual(['none low none low', false]);
  await set(1, 3, 0, 'torch');
  await expect.poll(() => property(1, 2, 0, 'up')).toBe(true);
  await set(1, 3, 0, 'stone');
  await expect.poll(() => [sides(1, 2, 0), property(1, 2, 0, 'up')]).toEqual(['none tall none tall', false]);
  await set(2, 2, 0, 'glass_pane');
  await expect.poll(() => sides(2, 2, 0)).toBe('false false false true');
  await set(0, 2, 0, 'oak_fence');
  await expect.poll(() => [sides(1, 2, 0), property(1, 2, 0, 'up')]).toEqual(['none tall none none', true]);

  // Stairs to the north, with others to the east before and behind.
  await set(0, 5, 0, 'oak_stairs[facing=north]');
  await set(0, 5, -1, 'oak_stairs[facing=east]');
  await expect.poll(() => property(0, 5, 0, 'shape')).toBe('outer_right');
  await set(0, 5, -1, 'air');
  await set(0, 5, 1, 'oak_stairs[facing=west]');
  await expect.poll(() => property(0, 5, 0, 'shape')).toBe('inner_left');
  await set(-1, 5, 0, 'oak_stairs[facing=north]');
  await expect.poll(() => property(0, 5, 0, 'shape')).toBe('straight');
});
