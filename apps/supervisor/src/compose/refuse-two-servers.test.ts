import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseTwoServers } from './refuse-two-servers.ts';

let DATA_DIR: string;
beforeEach(async () => void (DATA_DIR = await mkdtemp(join(tmpdir(), 'realmkeep-compose-'))));
afterEach(() => rm(DATA_DIR, { recursive: true }));

const named = { REALM_DATABASE_URL: 'postgres://a:b@192.0.2.1/d' };
const refusal = 'REALM_DATABASE_URL: realms have databases on the built-in server';

/** As the api leaves it: apps/api/src/domains/databases/database-doors.ts. */
async function writeDoors(...servers: ('guests' | 'named')[]): Promise<void> {
  await mkdir(join(DATA_DIR, 'guests'));
  const doors = servers.map((server, n) => ({ realmId: `realm-${n}`, name: `realm_${n}`, server }));
  await writeFile(join(DATA_DIR, 'guests/doors.json'), JSON.stringify(doors));
}

test('another server for realms’ databases is taken where none has one yet, and where all have theirs there', async () => {
  await expect(refuseTwoServers({ DATA_DIR, ...named })).resolves.toBeUndefined();
  await writeDoors('named');
  await expect(refuseTwoServers({ DATA_DIR, ...named })).resolves.toBeUndefined();
});

test('the built-in one goes on with the databases that it has', async () => {
  await writeDoors('guests');
  await expect(refuseTwoServers({ DATA_DIR, REALM_DATABASE_URL: '' })).resolves.toBeUndefined();
});

test('where a realm has its database on the built-in one, bin/compose refuses another before it makes anything', async () => {
  await writeDoors('named', 'guests');
  await expect(refuseTwoServers({ DATA_DIR, ...named })).rejects.toThrow(refusal);
  const program = join(import.meta.dirname, '../compose.ts');
  const started = promisify(execFile)(process.execPath, [program, '--data-dir', DATA_DIR, '--', 'up'], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...named },
  });
  await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) });
});
