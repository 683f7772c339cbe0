import { setTimeout as wait } from 'node:timers/promises';
import { type FleetHost, Fleet, deriveHostKey, javaPath, type HostCapacity } from '@realmkeep/runtime/remote';
import { type Kernels, RuntimeError } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import { databaseDoorsFolder } from '@realmkeep/runtime/installed';
import type { Config } from '../../../config.ts';
import { type Db, openDb, openPool } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import type { FindJava } from '../../../integrations/kernels/known-java.ts';
import { KeptAnswers } from '../../../limits/kept-answers.ts';
import { readHostAddress, readGameAddress } from './host-address.ts';
import { findHostOf, findHostsOf, type HostRow, placeRealm, selectHosts, takenMemory } from './host-queries.ts';

const lookMs = 5_000;
/** Placements are asked for before the api has its own. */
const connections = 2;
/** A realm stays where it is: only that it is gone is noticed late. */
const placedMs = 60 * 60_000;
const placesKept = 50_000;

type HostsConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'secrets'>;

/** The hosts of realms, where the api's machine is none: which there are, what they have, and which of them has a realm. */
export class RealmHosts {
  readonly fleet: Fleet;
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #installationKey: string;
  readonly #places = new KeptAnswers<string>(placedMs, placesKept);
  /** Of the hosts as they were last heard. */
  #capacities = new Map<string, HostCapacity>();

  private constructor(db: Db, log: FastifyBaseLogger, { secrets, dataDir }: HostsConfig, kernels: Kernels) {
    this.#db = db;
    this.#log = log;
    this.#installationKey = secrets.tokenKey;
    const placement = {
      hostOf: (id: string) => this.hostOf(id),
      hostsOf: (ids: readonly string[]) => this.hostsOf(ids),
      place: (id: string) => this.place(id),
    };
    this.fleet = new Fleet({
      kernels,
      placement,
      databaseDoors: databaseDoorsFolder(dataDir),
      onContact: (hostId, error) => {
        if (error === null) log.warn({ hostId }, 'a host of realms is there again');
        else log.error({ err: error, hostId }, 'failed to reach a host of realms');
      },
    });
  }

  /** Null where there are none: the api runs realms itself. @param kernels by the account of this release's program */
  static async open(
    config: HostsConfig,
    log: FastifyBaseLogger,
    kernels: () => Promise<Kernels>,
  ): Promise<RealmHosts | null> {
    const db = openDb(openPool(config.databaseUrl, connections));
    const rows = await selectHosts(db);
    if (rows.length === 0) {
      await db.destroy();
      return null;
    }
    const hosts = new RealmHosts(db, log, config, await kernels());
    await hosts.#take(rows);
    await hosts.#ask();
    return hosts;
  }

  async hostOf(realmId: string): Promise<string | null> {
    const known = this.#places.get(realmId);
    if (known !== undefined) return known;
    const hostId = await findHostOf(this.#db, realmId);
    return hostId === null ? null : this.#places.keep(realmId, hostId);
  }

  async hostsOf(realmIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await findHostsOf(this.#db, realmIds);
    for (const [realmId, hostId] of found) this.#places.keep(realmId, hostId);
    return found;
  }

  /** Places a realm on the host with the most memory that is not taken or planned. Of several callers at once, one places it. */
  async place(realmId: string): Promise<string> {
    const known = await this.hostOf(realmId);
    if (known !== null) return known;
    const taken = await takenMemory(this.#db);
    // As last reported: a host that does not answer must not hold this up.
    const free = (id: string): number => this.memoryMiB(id) - (taken.get(id) ?? 0);
    const heard = [...this.#capacities.keys()].filter((id) => this.fleet.isHeard(id));
    const [best] = heard.toSorted((one, other) => free(other) - free(one));
    if (best === undefined) throw new RuntimeError('unreachable', 'no host of realms can be reached');
    const hostId = await placeRealm(this.#db, realmId, best);
    if (hostId === null) throw new Error(`there is no realm ${realmId} to be placed`);
    this.#log.info({ realmId, hostId }, 'a realm has a host');
    return this.#places.keep(realmId, hostId);
  }

  /** For all realms of the host together, as it was last heard. */
  memoryMiB(hostId: string): number {
    return this.#capacities.get(hostId)?.memoryMiB ?? 0;
  }

  /** The versions that every host has, as a realm may be on any. Each stands for the host's own path. */
  readonly java: FindJava = async () => {
    const [first, ...others] = [...this.#capacities.values()].map(({ java }) => java);
    const everywhere = (first ?? []).filter((major) => others.every((all) => all.some((one) => one >= major)));
    return everywhere.map((major) => ({ major, path: javaPath(major) }));
  };

  /** Learns what changes until the signal aborts. @param onLook after each look */
  async follow(signal: AbortSignal, onLook: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await wait(lookMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#take(await selectHosts(this.#db));
        await this.#ask();
        await onLook();
      } catch (error) {
        this.#log[failureLevel(error)]({ err: error }, 'failed to look after the hosts of realms');
      }
    }
  }

  /** After the fleet. */
  async close(): Promise<void> {
    await this.#db.destroy();
  }

  async #take(rows: HostRow[]): Promise<void> {
    await this.fleet.setHosts(
      rows.map((row): FleetHost => ({
        id: row.id,
        key: deriveHostKey(this.#installationKey, row.id),
        address: readHostAddress(row.address),
        game: row.game_address === null ? null : readGameAddress(row.game_address),
      })),
    );
  }

  async #ask(): Promise<void> {
    for (const [id, capacity] of await this.fleet.capacities()) this.#capacities.set(id, capacity);
  }
}

/**
 * Resolves with true when the first host appears: realms no longer run on this machine, and the api restarts. With false when the
 * signal aborts.
 */
export async function hostsAppear(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const hosts = await selectHosts(db).catch(() => []);
    if (hosts.length > 0) {
      log.warn('realms have hosts from now on: this process begins anew without any of its own');
      return true;
    }
    await wait(lookMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
