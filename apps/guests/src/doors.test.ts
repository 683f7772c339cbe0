import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { Doors } from './doors.ts';

/** StartupMessage of PostgreSQL's protocol 3.0. */
function startup(user: string): Buffer {
  const body = Buffer.from(`\0\u0003\0\0user\0${user}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

test('who connects again and again is led to the server at a steady rate only; a door that cannot be made keeps no other shut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-doors-'));
  const name = `realm_${'0'.repeat(32)}`;
  let led = 0;
  const rules = { closed: () => null, connect: () => Promise.reject(new Error(`${(led += 1)}`)) };
  const doors = new Doors(folder, rules, pino({ level: 'silent' }));
  const door = { realmId: 'one', name, server: 'named', closedAboveBytes: 1 } as const;
  const shut = { ...door, realmId: 'other', name: `${name}1` };
  for (const { realmId } of [door, shut]) await mkdir(join(folder, realmId));
  // Where its socket should be is a folder.
  await mkdir(join(folder, shut.realmId, '.s.PGSQL.5432'));
  await doors.become([shut, door]);
  const ask = async (): Promise<string> => {
    const socket = connect(join(folder, door.realmId, '.s.PGSQL.5432'));
    await once(socket, 'connect');
    socket.write(startup(name));
    return text(socket);
  };
  let answer = '';
  for (let asked = 0; asked < 2000 && !answer.includes('53300'); asked += 1) answer = await ask();
  expect(answer).toContain('53300');
  expect(led).toBeGreaterThanOrEqual(600);
  await doors.close();
  await rm(folder, { recursive: true });
});
