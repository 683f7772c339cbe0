import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { carryOverGuests } from './carry-over-guests.ts';
import { DatabaseReserve } from './database-reserve.ts';
import { keepPostgres } from './keep-postgres.ts';

test('room is kept for the database, and given to it when there is no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-reserve-'));
  const reserve = new DatabaseReserve(folder, 1024 ** 2);
  await reserve.take();
  expect((await stat(join(folder, 'reserve'))).size).toBe(1024 ** 2);
  expect(await reserve.giveIfFull()).toBe(false);
  // Of more than there is nothing is taken, and a disk with so little is full.
  const large = new DatabaseReserve(folder, 2 ** 60);
  expect(await large.giveIfFull()).toBe(true);
  await large.take();
  await expect(stat(join(folder, 'reserve'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});

// Only root can mount a disk for a test.
test.runIf(process.getuid?.() === 0)('a database that ends on a full disk comes back once there is room', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'realmkeep-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'none', disk]);
  await chmod(disk, 0o711);
  const said: string[] = [];
  const place = { folder: join(disk, 'postgres') };
  let kept = await keepPostgres(
    place,
    (line) => said.push(line),
    () => undefined,
  );
  const ballast = await open(join(disk, 'ballast'), 'a');
  try {
    await query(kept.url(), 'create table kept (n integer)');
    await query(kept.url(), 'insert into kept values (1)');
    const zeros = Buffer.alloc(1024 ** 2);
    const fill = async (): Promise<void> => {
      for (;;) if ((await ballast.write(zeros).catch(() => null)) === null) break;
    };
    // Fills the disk with write-ahead log, which may end the server.
    const flood = `do $$ begin for n in 1 .. 200 loop
        perform pg_logical_emit_message(true, 'flood', repeat('x', 1000000)); end loop; end $$`;
    await query(kept.url(), flood, fill).catch(() => null);
    await fill();
    // Or it has recovered with what room it found.
    await kept.restart();
    await expect.poll(() => said.join('\n')).toContain('The database ended. It starts again.');
    await ballast.truncate(0);
    await expect
      .poll(() => query(kept.url(), 'select n from kept').catch(String), { timeout: 40_000 })
      .toEqual([{ n: 1 }]);
    // Realms without databases of their own are looked for before it is kept, and a full disk keeps that from nothing.
    await kept.stop();
    const reserve = await open(join(place.folder, 'reserve'), 'w');
    await ballast.truncate(0);
    for (let mebibytes = 0; mebibytes < 32; mebibytes += 1) await reserve.write(zeros);
    await reserve.close();
    await fill();
    expect(await carryOverGuests(place, join(disk, 'guests'), (line) => said.push(line))).toBe(true);
    await expect(stat(join(place.folder, 'reserve'))).rejects.toThrow('ENOENT');
    kept = await keepPostgres(
      place,
      (line) => said.push(line),
      () => undefined,
    );
    // A server that is stopped while it restarts does not stay.
    await kept.restart();
    await expect.poll(() => existsSync(join(disk, 'postgres/cluster/postmaster.pid'))).toBe(true);
  } finally {
    await ballast.close();
    await kept.stop();
    // The server takes back its pid file just before it ends, and is in its folder until then.
    await expect.poll(() => spawnSync('umount', [disk], { encoding: 'utf8' }).stderr).toBe('');
    await rm(disk, { recursive: true });
  }
});

/** @param prepare is called once it is connected */
async function query(url: string, text: string, prepare?: () => Promise<void>): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await prepare?.();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
