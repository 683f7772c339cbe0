import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { becomes } from '@realmkeep/testkit/becomes';
import { guestCluster, startTestPostgres, systemUser } from '@realmkeep/postgres';
import { Client } from 'pg';
import pino from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import type { Door } from '../src/door-list.ts';
import { keepDoors } from '../src/keep-doors.ts';

export interface Guest {
  name: string;
  /** Where its door is: the folder. */
  folder: string;
  /** A connection through its door; it says when it has ended. */
  connect(as?: { user?: string; database?: string }): Promise<GuestClient>;
}

export interface GuestClient extends AsyncDisposable {
  query(text: string): Promise<unknown[]>;
  isOpen(): boolean;
}

/** The cluster for guests, and the doors to it, in this process. @param sessionsMay what they may less than by default */
export async function startGuests(sessionsMay: Partial<Config['sessionsMay']> = {}) {
  const cluster = await startTestPostgres(guestCluster);
  const dir = await mkdtemp(join(tmpdir(), 'realmkeep-guests-'));
  await mkdir(join(dir, 'doors'));
  const doors: Door[] = [];
  const restarts: string[] = [];
  const read = readConfig({ GUESTS_DIR: dir, GUESTS_DATABASE_URL: cluster.url });
  const config = { ...read, sessionsMay: { ...read.sessionsMay, ...sessionsMay } };
  const said: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (said.push(String(line)), done()) });
  const kept = await keepDoors(config, pino({ level: 'warn' }, stream), (why) => restarts.push(why));

  async function admin(text: string, values: unknown[] = [], database = 'realmkeep'): Promise<unknown[]> {
    const url = new URL(cluster.url);
    url.pathname = `/${database}`;
    const client = new Client(url.href);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  let listing = Promise.resolve();
  /** One after the other, as the last is to have all. */
  async function list(): Promise<void> {
    listing = listing.then(() => writeFile(join(dir, 'doors.json'), JSON.stringify(doors)));
    await listing;
  }

  return {
    cluster,
    config,
    doors,
    admin,
    list,
    /** Why a new start of the cluster has been asked for, each time. */
    restarts,
    said,
    /** As the api makes one. */
    async makeGuest(closedAboveBytes = 2 ** 30): Promise<Guest> {
      const realmId = randomUUID();
      const name = `realm_${realmId.replaceAll('-', '')}`;
      await admin(`create role ${name} login connection limit 5 password 'its own'`);
      await admin(`create database ${name}`);
      await admin(`grant connect, create, temporary on database ${name} to ${name}`);
      await admin(`grant all on schema public to ${name}`, [], name);
      const folder = join(dir, 'doors', realmId);
      await mkdir(folder);
      if (process.getuid?.() === 0) await chown(folder, ...owner());
      doors.push({ realmId, name, server: 'guests', closedAboveBytes });
      await list();
      return { name, folder, connect: (as = {}) => connectTo(folder, { user: name, database: name, ...as }) };
    },
    async [Symbol.asyncDispose]() {
      await kept.close();
      await cluster.stop();
      await rm(dir, { recursive: true });
    },
  };
}

function owner(): [number, number] {
  const { uid, gid } = systemUser(guestCluster.systemUser);
  return [uid, gid];
}

/** Comes in as soon as its door is open. */
export async function come(guest: Guest): Promise<GuestClient> {
  let client: GuestClient | undefined;
  await becomes(async () => {
    client = await guest.connect().catch(() => undefined);
    return client !== undefined;
  }).toBe(true);
  return client as GuestClient;
}

async function connectTo(host: string, as: { user: string; database: string }): Promise<GuestClient> {
  const client = new Client({ host, port: 5432, password: 'its own', ...as });
  let open = true;
  client.on('error', () => (open = false));
  client.on('end', () => (open = false));
  await client.connect();
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    isOpen: () => open,
    [Symbol.asyncDispose]: () => client.end().catch(() => undefined),
  };
}
