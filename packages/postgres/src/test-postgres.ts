import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresOptions, startPostgres } from './postgres.ts';

export interface TestPostgres {
  /** Of an empty database, by a role that may make others. */
  url: string;
  stop(): Promise<void>;
}

// Reads until the tests' process is gone, however that ended, then ends the server and removes its folder.
const sweeperScript =
  'cat; kill -QUIT "$1" 2>/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';

const memory = '/dev/shm';
/** The databases of a whole run of the tests take some 4 GB, and its processes as much. */
const plentyBytes = 12 * 2 ** 30;

/**
 * Where tests make the folders of databases: in memory if there is plenty, and programs may run there, as those of guests do. A
 * database is a thousand files, and before creating a file ext4 looks at each that was deleted within the last minute.
 */
export async function testDatabaseFolder(): Promise<string> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const options = mounts
    .split('\n')
    .find((line) => line.split(' ')[1] === memory)
    ?.split(' ')[3]
    ?.split(',');
  if (!options || options.includes('noexec')) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return Math.min(bavail * bsize, freemem()) > plentyBytes ? memory : tmpdir();
}

/** A PostgreSQL server for a test run, quick and not durable, in a temporary folder. It is gone when the run is. */
export async function startTestPostgres(options: Partial<PostgresOptions> = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(await testDatabaseFolder(), 'realmkeep-test-postgres-'));
  const server = await startPostgres({ tcp: true, ...options, folder, unsafe: true }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const sweeper = spawn('sh', ['-c', sweeperScript, 'sweeper', String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  sweeper.unref();
  return {
    url: server.url,
    async stop() {
      sweeper.kill();
      sweeper.stdin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
