import { setTimeout as wait } from 'node:timers/promises';
import type { AccessKind } from '@realmkeep/contract';
import {
  type AccessDeed,
  type AccessOrder,
  prefixLine,
  readPrefix,
  type RealmVisitor,
} from '@realmkeep/realm-protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import { networkOf } from '../../../http/connections/network.ts';
import { type Deed, recordActivity } from '../../audit/activity.ts';
import { FairTurns } from '../../../limits/fair-turns.ts';
import { findLogin } from '../../identity/users/user-login.ts';
import { lockRealm, type RealmRow } from '../realm-queries.ts';
import { operatorsOf, ruleLimits } from './access-of.ts';
import { deleteRuleOf, putPrefix, putRule, setHeard, setWhitelist } from './access-queries.ts';
import { ruleDeed } from './realm-access-rules.ts';
import { recordVisits } from './visitor-queries.ts';
import { isGuest, visitorsOf } from './realm-visitors.ts';

/** A realm that has been taken over may report changes without end, and each is written. */
const pauseMs = 500;
const ordersAtOnce = 10;
const turns = { atOnce: 2, each: 1, waiting: 1, waitMs: 60_000 };

/** How often the time of a player who stays online is updated. */
const stillOnMs = 5 * 60_000;

interface Presence {
  /** By nickname in lower case, and whether a guest. */
  visitors: Map<string, RealmVisitor>;
  recordedAt: number;
}

/**
 * Stores what realms report about their players: changes of access made by their own commands, and who was online. A realm reports a change
 * until it sees it stored, so nothing is lost with this process. Only the process that leads runs one.
 */
export class PlayerReports {
  readonly #parts: Pick<Context, 'db' | 'directory'> & { log: FastifyBaseLogger };
  readonly #present = new Map<string, Presence>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  readonly #turns = new FairTurns(turns);
  readonly #ending = new AbortController();
  readonly #unlisten: () => void;

  constructor(parts: Pick<Context, 'db' | 'directory'> & { log: FastifyBaseLogger }) {
    this.#parts = parts;
    this.#unlisten = parts.directory.onChange(({ id, of, row }) => {
      if (of === 'observed') this.#look(id);
      else if (!row) this.#present.delete(id);
    });
    for (const id of parts.directory.live()) this.#look(id);
  }

  /** Starts nothing more, and waits for what has started. */
  async stop(): Promise<void> {
    this.#unlisten();
    this.#again.clear();
    this.#ending.abort();
    await Promise.all(this.#busy.values());
  }

  #look(id: string): void {
    if (this.#busy.has(id)) return void this.#again.add(id);
    const keeping = this.#keepInTurn(id).finally(() => {
      this.#busy.delete(id);
      if (this.#again.delete(id)) this.#look(id);
    });
    this.#busy.set(id, keeping);
  }

  async #keepInTurn(id: string): Promise<void> {
    try {
      await this.#turns.run(id, () => this.#keep(id), this.#ending.signal);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      // The realm's next report, within ten seconds, is the next attempt.
      this.#parts.log[failureLevel(error)](
        { err: error, realmId: id },
        'failed to keep what a realm said of its players',
      );
    }
    await wait(pauseMs, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  async #keep(id: string): Promise<void> {
    const orders = this.#parts.directory.observed(id)?.state?.orders ?? [];
    if (orders.length > 0) await this.#takeOrders(id, orders);
    await this.#recordVisits(id);
  }

  async #takeOrders(id: string, orders: readonly AccessOrder[]): Promise<void> {
    await this.#parts.db.transaction().execute(async (tx) => {
      const row = await lockRealm(tx, id);
      if (!row) return;
      const heard = row.access_heard?.getTime() ?? 0;
      const unheard = orders.filter(({ at }) => at > heard);
      const news = unheard.slice(0, ordersAtOnce);
      for (const order of news) {
        const done = await carryOut(tx, row, order);
        if (done) await recordActivity(tx, { realmId: id, ...doerOf(row, order), ...done });
      }
      const last = news.at(-1);
      if (last) await setHeard(tx, id, new Date(last.at));
      if (unheard.length > news.length) this.#again.add(id);
    });
  }

  async #recordVisits(id: string): Promise<void> {
    const before = this.#present.get(id);
    const visitors = new Map(visitorsOf(this.#parts, id).map((visitor) => [keyOf(visitor), visitor]));
    const hasChanged =
      visitors.size !== (before?.visitors.size ?? 0) || [...visitors.keys()].some((key) => !before?.visitors.has(key));
    const isDue = visitors.size > 0 && Date.now() - (before?.recordedAt ?? 0) >= stillOnMs;
    if (!hasChanged && !isDue) return;
    const seen = new Map([...(before?.visitors ?? []), ...visitors]);
    await recordVisits(
      this.#parts.db,
      id,
      [...seen.values()].map((visitor) => ({ nickname: visitor.nickname, guest: isGuest(visitor) })),
    );
    if (visitors.size === 0) this.#present.delete(id);
    else this.#present.set(id, { visitors, recordedAt: Date.now() });
  }
}

function keyOf(visitor: RealmVisitor): string {
  return `${visitor.nickname.toLowerCase()} ${isGuest(visitor)}`;
}

/** Managers of the realm choose their own prefix. */
async function choosePrefix(
  tx: Tx,
  row: RealmRow,
  { subject, reason }: AccessOrder,
): Promise<Pick<Deed, 'action' | 'what'> | null> {
  const manager = row.managers.find(({ nickname }) => nickname.toLowerCase() === subject.toLowerCase());
  const prefix = readPrefix(reason);
  if (!manager || (!prefix && reason !== '')) return null;
  await putPrefix(tx, row.id, manager.userId, prefix ? prefixLine(prefix) : '');
  return { action: 'prefix', what: prefix?.text ?? '' };
}

const kinds: Partial<Record<AccessDeed, AccessKind>> = {
  'whitelist-add': 'WHITELIST',
  'whitelist-remove': 'WHITELIST',
  op: 'OPERATOR',
  deop: 'OPERATOR',
  ban: 'BAN',
  pardon: 'BAN',
  'ban-ip': 'ADDRESS_BAN',
  'pardon-ip': 'ADDRESS_BAN',
};
const puts: ReadonlySet<AccessDeed> = new Set(['whitelist-add', 'op', 'ban', 'ban-ip']);

/** Impossible orders, such as an operator without an account or one entry too many, are skipped: the realm is sent the actual state. */
async function carryOut(tx: Tx, row: RealmRow, order: AccessOrder): Promise<Pick<Deed, 'action' | 'what'> | null> {
  const { deed, subject, player, reason, by } = order;
  if (deed === 'prefix') return choosePrefix(tx, row, order);
  const kind = kinds[deed];
  if (kind === undefined) {
    await setWhitelist(tx, row.id, deed === 'whitelist-on');
    return { action: deed === 'whitelist-on' ? 'whitelistOn' : 'whitelistOff' };
  }
  // As on the page, operators are the managers' to choose.
  if (kind === 'OPERATOR' && by !== null && !isManagersName(row, by)) return null;
  const key = kind === 'ADDRESS_BAN' ? networkOf(subject) : subject.toLowerCase();
  if (!puts.has(deed)) {
    const removed = await deleteRuleOf(tx, row.id, kind, key);
    return removed ? ruleDeed(false, removed) : null;
  }
  const account = kind === 'OPERATOR' ? await findLogin({ db: tx }, subject) : null;
  const isManagers = isManagersName(row, subject);
  if (subject === '' || (kind === 'OPERATOR' && !account) || (isManagers && kind !== 'WHITELIST')) return null;
  const rule = { kind, subject: account?.nickname ?? subject, key, userId: account?.id ?? null, player };
  const put = await putRule(tx, row.id, { ...rule, reason, until: null, author: by }, ruleLimits[kind]);
  return put ? ruleDeed(true, put) : null;
}

function isManagersName(row: RealmRow, name: string): boolean {
  return row.managers.some(({ nickname }) => nickname.toLowerCase() === name.toLowerCase());
}

/** Whom a realm names is believed only of those who have powers in it. */
function doerOf(row: RealmRow, { by, inGame }: AccessOrder): Pick<Deed, 'actor' | 'via'> {
  if (by === null) return { actor: null, via: inGame ? 'GAME' : 'CONSOLE' };
  const doer = [...row.managers, ...operatorsOf(row)].find(
    ({ nickname }) => nickname.toLowerCase() === by.toLowerCase(),
  );
  return { actor: doer ? { userId: doer.userId } : null, via: 'GAME' };
}
