/**
 * What a gateway is sent about running realms: `node bench/gateway-routes.ts [how many run]`, 1,000 by default. Prints the lines and bytes in the stream
 * of a gateway that follows everything, as earlier releases did, and of one that has asked for ten realms: while all of them start, and after the name
 * of each has changed once. The fake driver stands in for the realms.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { routesProtocol } from '@realmkeep/contract/gateway';
import { fill } from './scale/fill.ts';
import { secret, startApi } from './scale/start-api.ts';
import { startDatabase } from './scale/start-database.ts';

const on = Number(process.argv[2] ?? 1_000);
const asked = 10;

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'realmkeep-routes-'));
stack.defer(() => rm(folder, { recursive: true }));
const { url, database } = await startDatabase(stack);
await fill(database, { realms: on, on, entries: 0, sessions: 0 });
const { origin } = await startApi(url, folder, stack);

const call = (headers: Record<string, string>) =>
  request({
    socketPath: join(folder, 'internal.sock'),
    path: '/internal/routes',
    agent: false,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  }).end();
const [everything] = (await once(call({}), 'response')) as [IncomingMessage];
const upgraded = once(call({ connection: 'Upgrade', upgrade: routesProtocol }), 'upgrade');
const [, followed, head] = (await upgraded) as [IncomingMessage, Duplex, Buffer];
followed.unshift(head);
const counts = [count('all that runs', everything), count(`${asked} that were asked for`, followed)];
const { rows } = await database.query<{ address: string }>('select address from realms limit $1', [asked]);
followed.write(rows.map(({ address }) => `${address}\n`).join(''));

const headers = { authorization: `Bearer ${secret}` };
const figures = async () => (await fetch(`${origin}/metrics`, { headers })).text();
while (!(await figures()).includes(`realmkeep_realms{phase="READY"} ${on}\n`)) await wait(100);
tell(`${on} realms have started`);
await database.query("update realms set name = 'Renamed'");
// The stream is in order: once the last realm is in it, so are all the others.
while ((counts[0]?.lines ?? 0) < on) await wait(100);
tell('each has another name');
for (const stream of [everything, followed]) stream.destroy();

interface Count {
  of: string;
  lines: number;
  bytes: number;
}

function count(of: string, stream: Readable): Count {
  const total: Count = { of, lines: 0, bytes: 0 };
  stream.on('error', () => undefined);
  stream.on('data', (bytes: Buffer) => {
    total.lines += bytes.toString('latin1').split('\n').length - 1;
    total.bytes += bytes.length;
  });
  return total;
}

function tell(when: string): void {
  for (const total of counts) {
    console.log(`${when}; told of ${total.of}: ${total.lines} lines, ${total.bytes} bytes`);
    Object.assign(total, { lines: 0, bytes: 0 });
  }
}
