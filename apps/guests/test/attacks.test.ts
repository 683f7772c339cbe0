import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { ClusterWatch } from '../src/cluster-watch.ts';
import { come, type Guest, type GuestClient, startGuests } from './start-guests.ts';
import { closed } from '@realmkeep/testkit/closed';

let guests: Awaited<ReturnType<typeof startGuests>>;
/** Who does no harm, and is to notice nothing. */
let neighbour: Guest;
beforeAll(async () => {
  guests = await startGuests({ memoryBytes: 120 * 2 ** 20, ids: { perS: 200, atOnce: 5_000 } });
  neighbour = await guests.makeGuest();
});
afterAll(() => guests[Symbol.asyncDispose]());

/** That of the neighbour goes on. */
async function neighbourWrites(): Promise<void> {
  await using client = await come(neighbour);
  await becomes(() => client.query('create table if not exists things ()').catch(String)).toEqual([]);
  await becomes(() => client.query('insert into things default values returning 1 as n').catch(String)).toEqual([
    { n: 1 },
  ]);
}

describe('through a door', () => {
  test('comes its own role into its own database, and nobody else', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    expect(await client.query('select current_user::text as who')).toEqual([{ who: guest.name }]);
    const refused = 'only realm_';
    for (const as of [{ user: neighbour.name, database: neighbour.name }, { database: neighbour.name }]) {
      await expect(guest.connect(as)).rejects.toThrow(refused);
    }
    await expect(guest.connect({ user: 'realmkeep', database: 'realmkeep' })).rejects.toThrow(refused);
    await expect(guest.connect({ user: 'postgres' })).rejects.toThrow(refused);
  });

  test('come eight at most, silent ones for 5 s, and none of them costs the others a place', async () => {
    const guest = await guests.makeGuest();
    await (await come(guest))[Symbol.asyncDispose]();
    const places = () =>
      guests.admin('select count(*)::int as n from pg_stat_activity where usename = $1', [guest.name]);
    await becomes(places).toEqual([{ n: 0 }]);
    const silent: Socket[] = [];
    for (let n = 0; n < 200; n++) {
      const socket = connect(join(guest.folder, '.s.PGSQL.5432')).on('error', () => undefined);
      silent.push(socket);
    }
    const ended = silent.map((socket) => closed(socket.resume()));
    await neighbourWrites();
    expect(await places()).toEqual([{ n: 0 }]);
    await Promise.all(ended);
    await (await come(guest))[Symbol.asyncDispose]();
  });

  test('goes a query to be cancelled', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    const [row] = (await client.query('select pg_backend_pid() as pid')) as { pid: number }[];
    const sleeping = client.query('select pg_sleep(60)').catch(String);
    await using other = await come(guest);
    // A backend that does not run its query yet forgets that it was to be cancelled.
    await becomes(() =>
      guests.admin(`select state from pg_stat_activity where pid = $1 and query like '%pg_sleep%'`, [row?.pid]),
    ).toEqual([{ state: 'active' }]);
    await becomes(() => other.query(`select pg_cancel_backend(${row?.pid}) as done`)).toEqual([{ done: true }]);
    expect(await sleeping).toContain('canceling statement');
  });
});

describe('what a guest cannot take from the others', () => {
  test('locks: who fills the table that all share is sent off, and waits outside', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    await client
      .query(`do $$ begin for n in 1 .. 10000000 loop perform pg_advisory_lock(n); end loop;
      exception when others then perform pg_sleep(0); end $$`)
      .catch(() => undefined);
    await becomes(() => client.isOpen()).toBe(false);
    await neighbourWrites();
    await expect(guest.connect()).rejects.toThrow('took what all share');
  });

  test("NOTIFY's queue: who does not read is sent off once it is half full", async () => {
    const guest = await guests.makeGuest();
    await using reader = await come(guest);
    await using writer = await come(guest);
    await reader.query('listen flood');
    await reader.query('begin');
    const flood = `do $$ begin for n in 1 .. 3000 loop perform pg_notify('flood', n || repeat('x', 7900)); end loop; end $$`;
    await writer.query(flood).catch(() => undefined);
    await becomes(() => reader.isOpen()).toBe(false);
    await using other = await come(neighbour);
    await becomes(() => other.query("notify news, 'mine'").catch(String)).toEqual([]);
    await becomes(() => guests.admin('select pg_notification_queue_usage() < 0.5 as free')).toEqual([{ free: true }]);
  });

  test('memory: a statement that takes too much fails, whatever the role sets; who has the most of all is sent off', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    for (const name of ['work_mem', 'maintenance_work_mem', 'temp_buffers']) await client.query(`set ${name} = '1GB'`);
    await client.query('set hash_mem_multiplier = 1000');
    await expect(
      client.query('select array_length(array_agg(g), 1) from generate_series(1, 100000000) g'),
    ).rejects.toThrow('out of memory');
    expect(await client.query('select 1 as n')).toEqual([{ n: 1 }]);
    // All the sessions that it may have, each well within one process's share.
    const many = [client, ...(await Promise.all(Array.from({ length: 4 }, () => come(guest))))];
    const holding = `do $$ declare held text := repeat('x', 30000000); begin perform pg_sleep(30); end $$`;
    for (const one of many) one.query(holding).catch(() => undefined);
    await becomes(() => many.some((one) => one.isOpen())).toBe(false);
    await neighbourWrites();
  });

  const takers = {
    'of transactions': 'do $$ begin loop perform pg_current_xact_id(); commit; end loop; end $$',
    'of subtransactions that are rolled back': `do $$ begin loop begin insert into mine default values; raise 'no';
      exception when raise_exception then null; end; end loop; end $$`,
  };
  test.each(Object.entries(takers))(
    'ids %s: who takes them too fast is sent off, and who writes beside it is not',
    async (_, take) => {
      await using writer = await come(neighbour);
      await writer.query('create table if not exists things ()');
      await writer.query('begin');
      const guest = await guests.makeGuest();
      await using client = await come(guest);
      await client.query('create table mine ()');
      const taken = client.query(take).catch(String);
      await becomes(async () => {
        await writer.query('insert into things default values');
        return client.isOpen();
      }).toBe(false);
      expect(await taken).toMatch(/terminat/);
      await expect(guest.connect()).rejects.toThrow('took what all share');
      await writer.query('commit');
      await neighbourWrites();
    },
  );

  const settings = `execute format('alter role current_user set application_name = %L', filler || random());`;
  const growers = {
    'that it commits': `loop ${settings} commit; end loop;`,
    'that it rolls back': `loop begin ${settings} raise 'no'; exception when raise_exception then null; end; end loop;`,
  };
  test.each(Object.entries(growers))(
    'the catalogues that all share: who lets them grow by settings %s is sent off, and its settings go',
    async (_, grow) => {
      await using writer = await come(neighbour);
      await writer.query('alter role current_user set search_path = public');
      const shared = () =>
        guests.admin('select pg_tablespace_size(1664::oid)::int as bytes') as Promise<{ bytes: number }[]>;
      const [before] = await shared();
      const guest = await guests.makeGuest();
      await using client = await come(guest);
      const growing = client.query(`do $$ declare filler text; begin
        select string_agg(md5(random()::text || n), '') into filler from generate_series(1, 100000) n;
        ${grow} end $$`);
      await expect(growing).rejects.toThrow(/terminat/);
      await expect(guest.connect()).rejects.toThrow('took what all share');
      const [most] = await shared();
      expect(most?.bytes).toBeLessThan((before?.bytes ?? 0) + 256 * 2 ** 20);
      const few = 'select coalesce(sum(pg_column_size(setconfig)), 0)::int < 1000 as few from pg_db_role_setting';
      await becomes(() => guests.admin(few)).toEqual([{ few: true }]);
      expect(await writer.query('select 1 as n')).toEqual([{ n: 1 }]);
    },
  );

  test('ids of multixacts count as those of transactions', async () => {
    const guest = await guests.makeGuest();
    await using holder = await come(guest);
    await using taker = await come(guest);
    await holder.query('create table shared as select 1 as n');
    await holder.query('begin');
    await holder.query('select from shared for key share');
    const watch = new ClusterWatch(guests.cluster.url);
    await watch.sessions();
    await taker.query(`do $$ begin for n in 1 .. 100 loop begin perform from shared for share; raise 'no';
      exception when raise_exception then null; end; end loop; end $$`);
    const { taken } = await watch.sessions();
    await watch.close();
    // A subtransaction each time, and a multixact of it and the holder's.
    expect(taken).toBeGreaterThanOrEqual(200);
    expect(taken).toBeLessThan(400);
  });

  test('the write-ahead log: nothing is written to it but rows', async () => {
    await using client = await come(neighbour);
    for (const message of ["'x'", "'x'::bytea"]) {
      await expect(client.query(`select pg_logical_emit_message(false, 'x', ${message})`)).rejects.toThrow(
        'permission denied',
      );
    }
  });

  test('temporary files: they are bounded, by what it cannot raise', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    await expect(client.query('set temp_file_limit = -1')).rejects.toThrow('permission denied');
    await client.query("set work_mem = '64kB'");
    await expect(
      client.query(
        'select count(*) from (select g from generate_series(1, 20000000) g order by md5(g::text) offset 0) s',
      ),
    ).rejects.toThrow('temp_file_limit');
  });

  test('room: at twice its limit it is sent off in the midst of writing, and comes in no more', async () => {
    const guest = await guests.makeGuest(24 * 2 ** 20);
    await using client = await come(guest);
    await client.query('create unlogged table filler (text text)');
    const filling = "insert into filler select repeat('x', 1000) from (select generate_series(1, 100000000)) s";
    await expect(client.query(filling)).rejects.toThrow(/terminat/);
    await expect(guest.connect()).rejects.toThrow('twice as large');
    const [size] = (await guests.admin('select pg_database_size($1)::float8 as bytes', [guest.name])) as {
      bytes: number;
    }[];
    // Of 100 GB; an idle disk takes 600 MB a second.
    expect(size?.bytes).toBeLessThan(2 ** 32);
    await neighbourWrites();
    // With a larger limit it is let in again; it does not have to be measured anew first.
    const door = guests.doors.find(({ name }) => name === guest.name);
    if (door) door.closedAboveBytes = 2 ** 33;
    await guests.list();
    await (await come(guest)).query('truncate filler');
  });

  test('settings: what is set for it alone it cannot change', async () => {
    const guest = await guests.makeGuest();
    await using client = await come(guest);
    await expect(client.query('set track_activities = off')).rejects.toThrow('permission denied');
  });

  test('the last of the disk: below the floor all are sent off and nobody comes in, above it they do again', async () => {
    await using client = await come(neighbour);
    const floor = guests.config.floorBytes;
    guests.config.floorBytes = 2 ** 60;
    await becomes(() => client.isOpen()).toBe(false);
    await expect(neighbour.connect()).rejects.toThrow('the disk of the server is full');
    guests.config.floorBytes = floor;
    await neighbourWrites();
  });

  test('connections: five, and those of who watches are kept', async () => {
    const guest = await guests.makeGuest();
    await (await come(guest))[Symbol.asyncDispose]();
    const many = await Promise.allSettled(Array.from({ length: 30 }, () => guest.connect()));
    expect(many.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5);
    await neighbourWrites();
    for (const one of many) if (one.status === 'fulfilled') await one.value[Symbol.asyncDispose]();
  });
});

describe('time, whatever it sets for itself', () => {
  let hurried: Awaited<ReturnType<typeof startGuests>>;
  beforeAll(async () => {
    hurried = await startGuests({
      statementS: 1,
      graceS: 1,
      transactionS: 4,
      idleInTransactionS: 1,
      transactionAge: 20_000,
      holdingBackS: 1,
    });
  });
  afterAll(() => hurried[Symbol.asyncDispose]());

  async function comeWithoutLimits(): Promise<GuestClient> {
    const client = await come(await hurried.makeGuest());
    for (const name of ['statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout']) {
      await client.query(`set ${name} = 0`);
    }
    return client;
  }

  test('a long statement is cancelled, and one that does not let itself be cancelled is ended', async () => {
    await using client = await comeWithoutLimits();
    await expect(client.query('select pg_sleep(60)')).rejects.toThrow('canceling statement');
    expect(await client.query('select 1 as n')).toEqual([{ n: 1 }]);
    const stubborn = `do $$ begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$`;
    await expect(client.query(stubborn)).rejects.toThrow(/terminat/);
    await becomes(() => client.isOpen()).toBe(false);
  });

  test('a transaction that is idle, or is kept busy for long, is ended', async () => {
    await using idle = await comeWithoutLimits();
    await using busy = await comeWithoutLimits();
    for (const client of [idle, busy]) await client.query('begin');
    const works = () => busy.query('select 1').then(Boolean, () => false);
    await becomes(async () => [await works(), idle.isOpen()]).toEqual([true, false]);
    await becomes(works).toBe(false);
    await becomes(() => busy.isOpen()).toBe(false);
  });

  test('a session whose temporary table keeps ids from being frozen is ended, once they are too old', async () => {
    await using client = await comeWithoutLimits();
    await client.query('create temporary table kept as select 1 as n');
    await hurried.admin('do $$ begin for n in 1 .. 20000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    await becomes(() => client.isOpen()).toBe(false);
  });
});

describe('places of the server', () => {
  let crowded: Awaited<ReturnType<typeof startGuests>>;
  let victim: Guest;
  let realms: Guest[];
  beforeAll(async () => {
    crowded = await startGuests();
    [victim, ...realms] = (await Promise.all(Array.from({ length: 19 }, () => crowded.makeGuest()))) as [
      Guest,
      ...Guest[],
    ];
  });
  afterAll(() => crowded[Symbol.asyncDispose]());

  test('realms that hold and renew all that they may keep neither another realm nor the watch out', async () => {
    for (const realm of [victim, ...realms]) await (await come(realm))[Symbol.asyncDispose]();
    await using attack = new AsyncDisposableStack();
    const silent = new Set<Socket>();
    let isOver = false;
    attack.defer(() => {
      isOver = true;
      for (const socket of silent) socket.destroy();
    });
    /** Says who it is and then nothing, and comes again as soon as it has been sent off. */
    const staySilent = (realm: Guest) => {
      const socket = connect(join(realm.folder, '.s.PGSQL.5432')).on('error', () => undefined);
      silent.add(socket);
      socket.write(startupOf(realm.name));
      socket.resume().once('close', () => {
        silent.delete(socket);
        if (!isOver) setTimeout(() => isOver || staySilent(realm), 20);
      });
    };
    for (const realm of realms) {
      const held = await Promise.allSettled(Array.from({ length: 5 }, () => realm.connect()));
      for (const one of held) {
        if (one.status === 'rejected') continue;
        attack.defer(() => one.value[Symbol.asyncDispose]());
        // One that works does not see that its client has gone.
        void one.value.query('select pg_sleep(60)').catch(() => undefined);
      }
      for (let n = 0; n < 3; n++) staySilent(realm);
    }
    for (let n = 0; n < 10; n++) {
      const began = Date.now();
      await using client = await victim.connect();
      expect(await client.query('select 1 as n')).toEqual([{ n: 1 }]);
      // Long before any of the others' statements ends.
      expect(Date.now() - began).toBeLessThan(50_000);
      const watch = new ClusterWatch(crowded.cluster.url);
      expect((await watch.sessions()).sessions.length).toBeLessThanOrEqual(80);
      await watch.close();
    }
  });

  test('a statement whose client has gone holds its place until it ends, and gives it to who has fewer', async () => {
    for (const realm of realms) {
      await Promise.allSettled(
        Array.from({ length: 5 }, async () => {
          const client = await realm.connect();
          client.query('select pg_sleep(60)').catch(() => undefined);
          await client[Symbol.asyncDispose]();
        }),
      );
    }
    await using client = await victim.connect();
    expect(await client.query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});

/** The first packet of a client: version 3.0 of the protocol. */
function startupOf(name: string): Buffer {
  const body = Buffer.from(`\0\x03\0\0user\0${name}\0database\0${name}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
