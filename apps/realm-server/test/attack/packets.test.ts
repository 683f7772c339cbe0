import { encodeFrame, encodeHandshake, encodeVarInt } from '@realmkeep/protocol';
import { expect, test } from 'vitest';
import { hears, joinBot } from '../bots.ts';
import { hostilePackets, itemOfEndlessLists, noise } from './hostile-packets.ts';
import { packed, RawPlayer } from '../raw-player.ts';
import { closed, connectThroughProxy, makeRealmFolder, startRealm } from '../realm-process.ts';
import { seeded } from './seeded.ts';
import { watchOf } from './watch.ts';

const fuzzSeed = 13;
/** It takes a tenth where nothing else runs. */
const timeoutMs = 240_000;
/** What a collector that is short of the processor leaves lying; the first packet of the kind took gigabytes. */
const memoryGrowsAtMost = 96 << 20;

test(
  'no packet holds up or ends a realm, whatever its fields hold',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'CREATIVE', slots: null }));
    const random = seeded(fuzzSeed);
    const player = await RawPlayer.join(realm.gameSocket, 'Bob');
    await player.answered();
    const watch = watchOf(realm);

    for (const state of ['handshaking', 'status', 'login'] as const) {
      for (const { name, bytes } of hostilePackets(state, random)) {
        watch.begin();
        await sendBeforePlay(realm.gameSocket, state, bytes);
        await player.answered();
        watch.step(`${state} ${name}`);
      }
    }
    // Nobody has joined yet: only login packets are parsed.
    watch.begin();
    const early = await RawPlayer.join(realm.gameSocket, 'Early', packed(itemOfEndlessLists(10)));
    watch.step('an item before the login is answered');
    await early.answered();
    expect(early.isThere).toBe(true);

    let hostile = early;
    let sent = 0;
    for (const { name, bytes } of hostilePackets('play', random)) {
      if (!hostile.isThere) hostile = await RawPlayer.join(realm.gameSocket, 'Mallory');
      watch.begin();
      hostile.send(bytes);
      await hostile.answered();
      watch.step(name);
      sent += 1;
    }
    expect(sent).toBeGreaterThan(800);

    // As many at once as fit, packed.
    const flood = Buffer.concat(
      Array.from({ length: 400 }, () => packed(itemOfEndlessLists(6000).subarray(0, 100_000))),
    );
    const others = await Promise.all([1, 2, 3].map((n) => RawPlayer.join(realm.gameSocket, `Flood${n}`)));
    for (const other of others) await other.answered();
    for (const other of others) other.sendBytes(flood);
    for (let i = 0; i < 40; i += 1) {
      watch.begin();
      await player.answered();
      watch.step(`a flood, ${i}`);
    }
    for (const other of others) other.leave();

    expect(watch.grownBytes()).toBeLessThan(memoryGrowsAtMost);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const heard = hears(ada, 'still here');
    ada.chat('still here');
    await heard;
  },
  timeoutMs,
);

/** In the state that they belong to, and for handshakes and the login as the first thing that is said. */
async function sendBeforePlay(
  gameSocket: string,
  state: 'handshaking' | 'status' | 'login',
  packet: Buffer,
): Promise<void> {
  const socket = await connectThroughProxy(gameSocket);
  const end = closed(socket.resume());
  if (state !== 'handshaking') {
    socket.write(encodeHandshake({ protocolVersion: 754, serverAddress: 'x', serverPort: 1, nextState: state }));
  }
  socket.end(Buffer.concat([encodeVarInt(packet.length), packet, encodeFrame(0x28, noise(seeded(fuzzSeed), 200))]));
  await end;
}
