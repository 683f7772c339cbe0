import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type PowerDns, startPowerDns } from '@realmkeep/testkit/power-dns';
import { compiledCode } from '@realmkeep/testkit/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { startPublisher } from './start-publisher.ts';
import { createTestDatabase } from './test-database.ts';

const zone = 'killed.example.org';
/** One read of everything, then a read and a write for each of three names, of the old address and of the new. */
const requests = 1 + 2 * 3 + 2 * 3;

let pdns: PowerDns;
let databaseUrl: string;
beforeAll(async () => {
  pdns = await startPowerDns(zone);
  databaseUrl = await createTestDatabase();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  await runSql(
    databaseUrl,
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
      values ('Owner', gen_random_uuid(), '', 'en', '127.0.0.1')`,
  );
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await pdns[Symbol.asyncDispose]();
});

/** The answer to hold back, counted from now on, and a function to call then; null for none. */
let held: { answer: number; tell: () => void } | null = null;

/** Forwards requests to PowerDNS. The address stays the same, because another one would be a different zone. */
function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url, headers } = request;
  const onward = forward(`${pdns.url}${url}`, { method, headers }, (answer) => {
    if (held && (held.answer -= 1) === 0) return held.tell();
    return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
  });
  // The caller may be killed; then PowerDNS ends before it has answered.
  request.pipe(onward.on('error', () => response.destroy()));
}

const proxy = createServer(passOn);

const program = fileURLToPath(new URL('publish-dns.ts', import.meta.url));
const words = (): Parameters<typeof startPublisher> => {
  const { port } = proxy.address() as AddressInfo;
  return [databaseUrl, `http://127.0.0.1:${port}`, zone, pdns.key];
};

const rows = async () =>
  (await runSql(databaseUrl, 'select host from dns_records where published is not null order by host')).map(
    ({ host }) => host,
  );
const unsettled = () =>
  runSql(databaseUrl, 'select host from dns_records where published is null or busy_until is not null');

/** Runs an api until the zone matches the realms. */
async function catchUp(hosts: string[]): Promise<void> {
  held = null;
  const stop = startPublisher(...words());
  await expect.poll(rows).toEqual(hosts);
  await expect.poll(unsettled).toEqual([]);
  await stop();
}

test('killed -9 after any request, a rename is carried out by whoever comes next', async () => {
  const names = Array.from({ length: requests }, (_, index) => `c${String(index + 1).padStart(2, '0')}`);
  await runSql(
    databaseUrl,
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter)
      select n, (select id from users), 'Realm ' || repeat('a', n), 'c' || lpad(n::text, 2, '0'), 'OFFICIAL', 'meadow', 500
      from generate_series(1, ${requests}) n`,
  );
  const hosts = names.map((name) => `${name}.${zone}`);
  await catchUp(hosts);
  for (const [index, name] of names.entries()) {
    const renamed = name.replace('c', 't');
    await runSql(databaseUrl, 'update realms set address = $1 where address = $2', [renamed, name]);
    const killed = Promise.withResolvers<void>();
    held = { answer: index + 1, tell: killed.resolve };
    const env = { NODE_COMPILE_CACHE: compiledCode };
    const child = spawn(process.execPath, [program, ...words()], { env, stdio: 'ignore' });
    await killed.promise;
    child.kill('SIGKILL');
    await once(child, 'close');
    // Moves past the time reserved for the interrupted attempt.
    await runSql(
      databaseUrl,
      "update dns_records set busy_until = now() - interval '1 s' where busy_until is not null",
    );
    hosts[index] = `${renamed}.${zone}`;
    await catchUp(hosts.toSorted());
    expect(await pdns.dig(`${name}.${zone}`, 'A')).toEqual([]);
    expect(await pdns.dig(`_minecraft._tcp.${name}.${zone}`, 'SRV')).toEqual([]);
    expect(await pdns.dig(`code.${name}.${zone}`, 'A')).toEqual([]);
    expect(await pdns.dig(`${renamed}.${zone}`, 'A')).toEqual(['203.0.113.7']);
    expect(await pdns.dig(`_minecraft._tcp.${renamed}.${zone}`, 'SRV')).toEqual([`0 0 25566 ${renamed}.${zone}.`]);
  }
}, 180_000);
