import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import type { DnsTarget } from '../../../integrations/dns/create-dns.ts';
import { DnsFailure, type DnsProvider } from '../../../integrations/dns/dns-provider.ts';
import { dnsAdvice } from '../../../integrations/dns/try-dns.ts';
import type { RealmDirectory } from '../live/realm-directory.ts';
import { hostOf, recordsFor, targetText, wholeHosts } from './dns-names.ts';
import {
  type DueHost,
  enlistHosts,
  enterZone,
  nextDueMs,
  recordAway,
  recordCompared,
  recordFailure,
  recordPublished,
  recordRemoved,
  recordZoneWorks,
  releaseHost,
  takeDueHost,
  zoneRow,
} from './dns-queries.ts';

/** How often missed changes are looked for. */
const sweepMs = 30_000;
const retryMs = 1_000;
const attemptMs = 30_000;
const compareMs = 60_000;
/** How often the whole zone is compared with what it should contain. */
const compareEveryMs = 3_600_000;

interface Parts {
  db: Db;
  log: FastifyBaseLogger;
  directory: RealmDirectory;
  provider: DnsProvider;
  target: DnsTarget;
  baseDomain: string;
  gamePort: number;
}

/**
 * Makes the zone's records follow the realms' addresses: one name after another, at the provider's pace, and again from the rows after any
 * crash or outage. Only the process that leads runs one.
 */
export class DnsPublisher {
  readonly #parts: Parts;
  readonly #target: string;
  readonly #ending = new AbortController();
  readonly #unlisten: () => void;
  #nudge = Promise.withResolvers<void>();
  readonly #running: Promise<void>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#target = targetText(parts.target, parts.gamePort);
    this.#unlisten = parts.directory.onChange(({ of, row, before }) => {
      const isSame = row?.address === before?.address && row?.deleted_at?.getTime() === before?.deleted_at?.getTime();
      if (of === 'row' && !isSame) this.#nudge.resolve();
    });
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#unlisten();
    this.#ending.abort(new Error('this process no longer leads'));
    this.#nudge.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { db, log, provider, baseDomain } = this.#parts;
    let hasEntered = false;
    while (!this.#ending.signal.aborted) {
      this.#nudge = Promise.withResolvers();
      let restMs = retryMs;
      try {
        if (!hasEntered) await enterZone(db, { place: provider.place, baseDomain, target: this.#target });
        hasEntered = true;
        restMs = await this.#round();
      } catch (error) {
        if (!this.#ending.signal.aborted) log[failureLevel(error)]({ err: error }, 'failed to look after DNS records');
        await this.#rest(retryMs);
      }
      await this.#rest(restMs, this.#nudge.promise);
    }
  }

  /** @returns for how long to rest, in milliseconds, unless something changes */
  async #round(): Promise<number> {
    const { db, provider } = this.#parts;
    for (;;) {
      const zone = await zoneRow(db);
      const zoneRestMs = (zone?.next_attempt_at.getTime() ?? 0) - Date.now();
      if (zoneRestMs > 0) return Math.min(zoneRestMs, sweepMs);
      if (Date.now() - (zone?.compared_at?.getTime() ?? 0) > compareEveryMs) await this.#compare();
      else {
        if (zone?.enlisted_after) await enlistHosts(db);
        const due = await takeDueHost(db);
        if (due) {
          await this.#publish(due);
          await this.#rest(provider.pauseMs);
        } else if (!zone?.enlisted_after) return Math.min(Math.max((await nextDueMs(db)) ?? sweepMs, 50), sweepMs);
      }
      this.#ending.signal.throwIfAborted();
    }
  }

  async #publish(due: DueHost): Promise<void> {
    const { db, log, provider, target, gamePort } = this.#parts;
    const { host, isWanted } = due;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(attemptMs)]);
    try {
      const records = [...recordsFor(host, target, gamePort)];
      let recordId: string | null = null;
      for (const [name, wanted] of records) {
        const id = await provider.set(name, isWanted ? wanted : [], signal);
        if (name === host) recordId = id;
      }
      await recordZoneWorks(db);
      if (!isWanted) return await recordRemoved(db, due);
      await recordPublished(db, due, { target: this.#target, recordId, toIp: target.addresses[0] ?? null });
      log.info({ host }, 'a DNS record was published');
    } catch (error) {
      // The process that leads next need not wait for the end of its time.
      if (this.#ending.signal.aborted) await releaseHost(db, due);
      await this.#fail(error, due);
    }
  }

  async #compare(): Promise<void> {
    const { db, log, provider, target, gamePort } = this.#parts;
    try {
      const own = await provider.own(AbortSignal.any([this.#ending.signal, AbortSignal.timeout(compareMs)]));
      const hosts = [...new Set([...own.keys()].flatMap((name) => hostOf(name) ?? []))];
      const whole = wholeHosts(own, hosts, target, gamePort);
      await recordCompared(db, hosts, whole);
      await recordZoneWorks(db);
      log.info({ hosts: hosts.length, whole: whole.length }, 'DNS records were compared');
    } catch (error) {
      await this.#fail(error, null);
    }
  }

  /** @throws anything that is not the provider's answer */
  async #fail(error: unknown, due: DueHost | null): Promise<void> {
    const { db, log } = this.#parts;
    if (!(error instanceof DnsFailure)) throw error;
    this.#ending.signal.throwIfAborted();
    log.error({ err: error, host: due?.host }, 'failed to publish a DNS record');
    const { reason, retryAfterMs } = error;
    if (due && (reason === 'taken' || reason === 'refused')) {
      return await recordFailure(db, due, reason === 'taken' ? 'TAKEN' : 'REFUSED');
    }
    await recordAway(db, due, { words: dnsAdvice(error), retryAfterMs });
  }

  /** Waits that long, or until something happens. */
  async #rest(ms: number, until: Promise<void> = new Promise(() => undefined)): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.#ending.signal, over.signal]);
    await Promise.race([wait(ms, undefined, { signal }).catch(() => undefined), until]);
    over.abort();
  }
}
