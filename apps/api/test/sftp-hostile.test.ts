import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client, ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPacketBytes, openFlags, packetsOf, requests, statuses } from '../src/sftp/wire.ts';
import { makeUser, password, realmBody, type TestUser, untilPhase } from './people.ts';
import { connectSsh, createSshClient, portOf } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';
import { becomes } from '@realmkeep/testkit/becomes';

/** Clients that do what no honest client does. */

let api: TestApi;
let owner: TestUser;
let realmId: string;
const address = 'attacked';

beforeAll(async () => {
  api = await startTestApi({ sftp: true });
  owner = await makeUser(api, 'GHAST');
  const { id } = await owner.client.realmCreate({ body: realmBody('Realm of files', address) });
  realmId = id;
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  const long = join(api.runtime.place.folders.path(id), 'logs/long');
  writeFileSync(long, '');
  truncateSync(long, 64 * 1024 * 1024);
});
afterAll(() => api[Symbol.asyncDispose]());

/** Private members of ssh2's client. */
interface Inside {
  _protocol: {
    authPassword: (username: string, password: string) => void;
    session: (channel: number, window: number, packetBytes: number) => void;
    _packetRW: { write: { allocStart: number; alloc(bytes: number): Buffer; finalize(packet: Buffer): Buffer } };
    _cipher: { encrypt(packet: Buffer): void };
  };
}
const insideOf = (ssh: Client) => (ssh as unknown as Inside)._protocol;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const string = (value: string | Buffer) => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)]);
const packet = (type: number, ...fields: Buffer[]) => {
  const body = Buffer.concat([Buffer.from([type]), ...fields]);
  return Buffer.concat([uint32(body.length), body]);
};
const init = packet(requests.INIT, uint32(3));

async function openRaw(): Promise<{ ssh: Client; channel: ClientChannel; end: Promise<void> }> {
  const ssh = await connectSsh(api, owner.nickname);
  const end = closed(ssh);
  const channel = await promisify(ssh.subsys.bind(ssh))('sftp');
  channel.on('error', () => undefined);
  return { ssh, channel, end };
}

/** Sends these after the handshake. @returns the type and the code or first field of each answer */
async function askAll(...sent: Buffer[]): Promise<number[][]> {
  const { ssh, channel } = await openRaw();
  channel.write(Buffer.concat([init, ...sent]));
  const answers: number[][] = [];
  for await (const answer of packetsOf(channel as AsyncIterable<Buffer>)) {
    answers.push([answer.readUInt8(), answer.readUInt32BE(5)].slice(0, answer.length >= 9 ? 2 : 1));
    if (answers.length === sent.length + 1) break;
  }
  ssh.end();
  return answers.slice(1);
}

test.each([
  ['a request before the beginning', packet(requests.STAT, uint32(1), string('/'))],
  ['a second beginning', Buffer.concat([init, init])],
  ['a packet that is too long', Buffer.concat([init, uint32(maxPacketBytes + 1)])],
  ['an empty packet', Buffer.concat([init, uint32(0)])],
  ['a packet that ends within a name', Buffer.concat([init, packet(requests.STAT, uint32(1), uint32(1000))])],
])('%s ends the connection', async (_, bytes) => {
  const { channel, end } = await openRaw();
  channel.write(bytes);
  await expect(end).resolves.toBeUndefined();
});

test('handles that nobody was given, requests that nobody knows, and names that are no text are refused', async () => {
  const answers = await askAll(
    packet(requests.READ, uint32(1), string('\0\0\0\x01'), Buffer.alloc(8), uint32(1000)),
    packet(requests.READDIR, uint32(2), string(Buffer.alloc(300))),
    packet(requests.CLOSE, uint32(3), string('')),
    packet(requests.STAT, uint32(4), string(Buffer.from([0x2f, 0xff, 0xfe]))),
    packet(99, uint32(5)),
    packet(requests.EXTENDED, uint32(6), string('statvfs@openssh.com'), string('/')),
    packet(requests.EXTENDED, uint32(8), string('fsync@openssh.com'), string('none')),
    packet(requests.READ, uint32(7), string('x'), Buffer.alloc(8, 0xff), uint32(1)),
  );
  const { FAILURE, OP_UNSUPPORTED } = statuses;
  const codes = [FAILURE, FAILURE, FAILURE, FAILURE, OP_UNSUPPORTED, OP_UNSUPPORTED, FAILURE, FAILURE];
  expect(answers).toEqual(codes.map((code) => [101, code]));
});

test('requests without end, each answered at once, are answered at a pace, and leave others their turn', async () => {
  const { ssh, channel } = await openRaw();
  const many = 30_000;
  const flood = Array.from({ length: many }, (_, n) => packet(requests.REALPATH, uint32(n), string('/')));
  let answers = 0;
  const reading = (async () => {
    for await (const _ of packetsOf(channel as AsyncIterable<Buffer>)) answers += 1;
  })();
  const since = performance.now();
  channel.write(Buffer.concat([init, ...flood]));
  await becomes(() => answers).toBeGreaterThan(1);
  await owner.client.realmGet({ params: { id: realmId } });
  const allowed = 4_000 + 2 * (performance.now() - since);
  expect(answers).toBeLessThan(allowed + 100);
  ssh.end();
  await reading;
});

const isHandle = ([type]: number[]) => type === 102;

test('what is opened and never closed has an end', async () => {
  const folders = Array.from({ length: 500 }, (_, n) => packet(requests.OPENDIR, uint32(n), string('/')));
  const files = Array.from({ length: 500 }, (_, n) =>
    packet(requests.OPEN, uint32(n), string(`/${address}/logs/long`), uint32(openFlags.READ), uint32(0)),
  );
  expect((await askAll(...folders)).filter(isHandle)).toHaveLength(8);
  expect((await askAll(...files)).filter(isHandle)).toHaveLength(32);
});

test('folders that are opened and not read through have as many entries as one may have', async () => {
  const folder = join(api.runtime.place.folders.path(realmId), 'logs/many');
  mkdirSync(folder);
  for (let n = 0; n < 7000; n += 1) writeFileSync(join(folder, String(n)), '');
  const opened = Array.from({ length: 8 }, (_, n) =>
    packet(requests.OPENDIR, uint32(n), string(`/${address}/logs/many`)),
  );
  expect((await askAll(...opened)).filter(isHandle)).toHaveLength(2);
});

test('channels have an end, and one whose packets may have no bytes ends the connection', async () => {
  const ssh = await connectSsh(api, owner.nickname);
  const opened = await Promise.allSettled(Array.from({ length: 50 }, () => promisify(ssh.subsys.bind(ssh))('sftp')));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  ssh.end();
  const other = await connectSsh(api, owner.nickname);
  const end = closed(other);
  const protocol = insideOf(other);
  const session = protocol.session.bind(protocol);
  protocol.session = (channel, window) => session(channel, window, 0);
  other.subsys('sftp', () => undefined);
  await end;
});

test('who asks and does not read fills no memory', async () => {
  const { ssh, channel } = await openRaw();
  const answers = packetsOf(channel as AsyncIterable<Buffer>);
  const open = packet(requests.OPEN, uint32(1), string(`/${address}/logs/long`), uint32(openFlags.READ), uint32(0));
  channel.write(Buffer.concat([init, open]));
  await answers.next();
  const handle = (await answers.next()).value?.subarray(9) as Buffer;
  channel.pause();
  const before = process.memoryUsage().arrayBuffers;
  // These would be 1 GB of answers.
  const reads = Array.from({ length: 4000 }, (_, n) =>
    packet(requests.READ, uint32(n), string(handle), Buffer.alloc(8), uint32(maxPacketBytes)),
  );
  channel.write(Buffer.concat(reads));
  // Another channel is answered in the meantime, which gives the first one time to do its worst.
  for (let n = 0; n < 20; n += 1) await askAll(packet(requests.STAT, uint32(1), string(`/${address}/logs/long`)));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(48 * 1024 * 1024);
  ssh.destroy();
});

test('a client that announces millions of answers gets no memory for them', async () => {
  const before = process.memoryUsage().heapTotal;
  const ssh = createSshClient();
  ssh.on('keyboard-interactive', () => {
    const { _packetRW: rw, _cipher: cipher } = insideOf(ssh);
    const bytes = rw.write.alloc(5);
    bytes[rw.write.allocStart] = 61;
    bytes.writeUInt32BE(33_000_000, rw.write.allocStart + 1);
    cipher.encrypt(rw.write.finalize(bytes));
  });
  const end = closed(ssh);
  ssh.connect({ host: '127.0.0.1', port: portOf(api), username: owner.nickname, tryKeyboard: true });
  await end;
  expect(process.memoryUsage().heapTotal - before).toBeLessThan(128 * 1024 * 1024);
});

test('who begins another login before the first is answered leaves no session behind', async () => {
  const user = await makeUser(api);
  const sessions = async () => (await user.client.authSessions()).filter(({ token_name: name }) => name === 'SFTP');
  const ssh = createSshClient();
  ssh.once('keyboard-interactive', (_name, _instructions, _language, _prompts, finish) => {
    finish([password]);
    insideOf(ssh).authPassword(user.nickname, password);
  });
  const ready = once(ssh, 'ready');
  ssh.connect({ host: '127.0.0.1', port: portOf(api), username: user.nickname, tryKeyboard: true });
  await ready;
  // Both passwords are right, so both logins created a session.
  await becomes(sessions).toHaveLength(2);
  ssh.end();
  await becomes(sessions).toEqual([]);
});

test('what a client calls itself is kept without signs that no text may have', async () => {
  const user = await makeUser(api);
  const ssh = await connectSsh(api, user.nickname, { ident: 'Odd\u0000\u001b[2J' });
  const session = (await user.client.authSessions()).find(({ token_name: name }) => name === 'SFTP');
  expect(session?.user_agent).toMatch(/^[ -~]*Odd\[2J$/);
  ssh.end();
});
