import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** Debian's PowerDNS on loopback, with one zone in an SQLite file of its own. */
export interface PowerDns extends AsyncDisposable {
  /** Of its HTTP API. */
  url: string;
  key: string;
  zone: string;
  /** Its answer to a query, one line per record, in order; empty if there is no such record. */
  dig(name: string, type: string): Promise<string[]>;
  /** Calls its API, from outside the product. @returns the parsed answer */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Until `start` it does not answer. Committed data stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  ended: Promise<unknown>;
}

/** Starts it, until it answers. */
async function run(folder: string): Promise<Running> {
  const child = spawn('pdns_server', [`--config-dir=${folder}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('ready to distribute questions')) resolve();
    });
  });
  const early = ended.then(() => Promise.reject(new Error(`PowerDNS ended: ${said}`)));
  early.catch(() => undefined);
  await Promise.race([ready, early]);
  return { child, ended };
}

export async function startPowerDns(zone: string): Promise<PowerDns> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-pdns-'));
  const file = join(folder, 'zones.db');
  const db = new DatabaseSync(file);
  db.exec(await readFile(schema, 'utf8'));
  db.close();
  const [port, dnsPort, key] = [await freePort(), await freePort(), 'key-of-the-tests'];
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': file,
    'local-address': '127.0.0.1',
    'local-port': dnsPort,
    api: 'yes',
    'api-key': key,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': port,
    'webserver-allow-from': '127.0.0.1',
    'socket-dir': folder,
    'security-poll-suffix': '',
    // What was changed is answered at once.
    'cache-ttl': 0,
    'query-cache-ttl': 0,
    'negquery-cache-ttl': 0,
    'zone-cache-refresh-interval': 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'pdns.conf'), lines.join(''));
  const url = `http://127.0.0.1:${port}`;
  let running: Running | null = null;

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${url}/api/v1/servers/localhost${path}`, {
      method,
      headers: { 'x-api-key': key },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`PowerDNS answered ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  const start = async (): Promise<void> => void (running = await run(folder));
  const stop = async (): Promise<void> => {
    running?.child.kill('SIGTERM');
    await running?.ended;
    running = null;
  };

  await start();
  await call('POST', '/zones', { name: `${zone}.`, kind: 'Native', nameservers: [`ns1.${zone}.`] });
  return {
    url,
    key,
    zone,
    call,
    start,
    stop,
    async dig(name, type) {
      const args = ['@127.0.0.1', '-p', String(dnsPort), '+short', '+tries=1', '+time=20', name, type];
      const { stdout } = await promisify(execFile)('dig', args);
      return stdout.split('\n').filter(Boolean).toSorted();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
