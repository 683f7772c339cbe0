import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkDocker } from './docker.ts';

const examined = (socket: string) => checkDocker(readConfig(['--runtime', 'docker', '--docker-socket', socket], {}));

test('a Docker that does not answer keeps it from starting; of one that does it says what is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-docker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const socket = join(folder, 'socket');
  expect(await examined(socket)).toMatchObject([{ level: 'problem', words: expect.stringContaining('ENOENT') }]);

  const info = {
    ServerVersion: '20.10.24',
    Driver: 'overlay2',
    SecurityOptions: ['name=seccomp'],
    LiveRestoreEnabled: false,
  };
  await using server = createServer((_, response) => response.end(JSON.stringify(info))).listen(socket);
  await once(server, 'listening');
  const found = await examined(socket);
  expect(found[0]).toMatchObject({ level: 'good', words: `20.10.24 at ${socket}, files by overlay2` });
  expect(found.map(({ topic }) => topic)).toContain('live-restore');
  expect(found.map(({ topic }) => topic)).not.toContain('walls');
});
