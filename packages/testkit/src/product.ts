import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningPostgresUrl } from '@realmkeep/postgres';
import { hasReplicas } from './config.ts';
import { firstHostFlags, type Replica, startReplica } from './replica.ts';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'apps/supervisor/dist/main.js');
const makeGuests = join(import.meta.dirname, 'make-guests.ts');

/** Compiled code, kept from one start to the next: by Node in a folder for each user. */
export const compiledCode = join(root, '.tools/compiled');
mkdirSync(compiledCode, { recursive: true });
chmodSync(compiledCode, 0o1777);

/** The whole product, started as bin/start does it. */
export interface Product {
  process: ChildProcess;
  /** The page's. */
  url: string;
  /** All it printed so far. */
  output(): string;
  /** Resolves when it says that it runs; rejects, with all that it printed, when it has ended instead. */
  started: Promise<void>;
  /** Its exit code, when it has ended. */
  ended: Promise<number | null>;
  /** Ctrl-C in its terminal. */
  interrupt(): void;
}

export interface Place {
  dataDir: string;
  port: number;
  gamePort: number;
  /** None unless given: the default is one for the machine. */
  sftpPort?: number;
  /** The user who runs it; by default the user who runs the tests. */
  uid?: number;
}

/**
 * @param flags settings that differ, as in `--log-level`, `debug`
 * @param environment what there is besides PATH and Node's compile cache
 */
export function startProduct(place: Place, flags: string[] = [], environment: Record<string, string> = {}): Product {
  const { dataDir, port, gamePort, sftpPort = 0, uid } = place;
  // A host serves no page, and where a product listens somewhere else there is nothing to be spread.
  const isReplicated = hasReplicas && !('HOST_KEY' in environment) && !flags.some((flag) => flag.endsWith('host'));
  const ports = ['--port', String(port), '--game-port', String(gamePort), '--sftp-port', String(sftpPort)];
  const words = [
    // A second api has no supervisor that it could ask for the guests' cluster: it is there from the first.
    ...(isReplicated ? ['sh', '-c', '"$1" "$0" "$4" && exec "$@"', makeGuests] : []),
    process.execPath,
    main,
    '--data-dir',
    dataDir,
    ...ports,
    ...(isReplicated ? firstHostFlags : []),
    ...flags,
  ];
  // Of a group of another number, as system users often are.
  const user = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid - 1}`, '--clear-groups', '--'];
  const [program = '', ...args] = [...user, ...words];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As a terminal does it: a process group of its own, which Ctrl-C goes to.
    detached: true,
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_COMPILE_CACHE: compiledCode,
      ...environment,
    },
  });
  let output = '';
  const ended = once(child, 'close').then(() => child.exitCode);
  const running = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Realmkeep runs.\n')) resolve();
      });
    }
  });
  const early = ended.then((code) => {
    throw new Error(`It ended with code ${code}:\n${output}`);
  });
  let replica: Promise<Replica> | null = null;
  const replicated = async () => {
    const [, sandboxPort] = /^ +Sandbox +http:\/\/[^/]+:(\d+)\//m.exec(output) ?? [];
    replica = startReplica(place, sandboxPort === undefined ? null : Number(sandboxPort));
    await replica;
  };
  const started = Promise.race([isReplicated ? running.then(replicated) : running, early]);
  // Those who only wait for its end expect the failure.
  started.catch(() => undefined);
  void ended.then(async () => (await replica?.catch(() => null))?.kill());
  const interrupt = () => {
    if (child.pid) process.kill(-child.pid, 'SIGINT');
  };
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    started,
    ended,
    interrupt() {
      if (replica === null) interrupt();
      else void replica.then((second) => second.end()).then(interrupt, interrupt);
    },
  };
}

/** Where its built-in database takes connections, with the password. */
export async function databaseOf({ dataDir }: Pick<Place, 'dataDir'>): Promise<string> {
  const url = await runningPostgresUrl(join(dataDir, 'postgres'));
  if (url === null) throw new Error('the database does not run');
  return url;
}

/** Ctrl-C in its terminal. */
export function interrupt(product: Product): void {
  product.interrupt();
}

/** The processes that work for the installation at `dataDir`: its supervisor, what that started, and what those started. */
export function processesOf(dataDir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'latin1');
      // Not what stands around a realm's process, and ends with it.
      if (read('comm') === 'bwrap\n') return false;
      return ['cmdline', 'environ'].some((file) => read(file).includes(dataDir));
    } catch {
      return false;
    }
  });
}

/** The words of its command line; nothing of a process that has ended. */
export function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
