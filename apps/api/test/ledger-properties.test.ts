import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../src/db/pool.ts';
import { walletExpire, walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { walletDispute } from '../src/domains/coins/wallet/wallet-dispute.ts';
import { walletGrant } from '../src/domains/coins/wallet/wallet-grant.ts';
import { walletRefund } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import { LedgerModel } from './ledger-model.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger[Symbol.asyncDispose]());

const playerCount = 3;
const paymentCount = 3;
const states = ['OPEN', 'WITHDRAWN', 'RETURNED'] as const;

const player = fc.nat(playerCount - 1);
const payment = fc.nat(paymentCount - 1);
const coins = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 600 }));
const part = fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 1_000 }));
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('topUp' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), payment, part }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('dispute' as const), payment, id: fc.nat(1), state: fc.nat(2), part }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('spend' as const), player, coins }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      player,
      coins,
      hours: fc.constantFrom(null, -1, 1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** Each player pays for somebody, and was referred by the previous player. */
const world = fc.record({
  payments: fc.array(fc.record({ payer: player, recipient: player, coins }), {
    minLength: paymentCount,
    maxLength: paymentCount,
  }),
  events: fc.array(fc.record({ event, crashes: fc.boolean(), times: fc.constantFrom(1, 1, 2) }), {
    minLength: 5,
    maxLength: 30,
  }),
});

interface Players {
  ids: string[];
  payments: { key: string; payer: number; recipient: number; coins: number }[];
  hour: (hours: number) => Date;
}

async function makePlayers(payments: { payer: number; recipient: number; coins: number }[]): Promise<Players> {
  const ids: string[] = [];
  for (let n = 0; n < playerCount; n += 1) ids.push(await ledger.player(ids.at(-1)));
  const now = Date.now();
  return {
    ids,
    payments: payments.map((each) => ({ ...each, key: `stripe:${randomUUID()}` })),
    hour: (hours) => new Date(now + hours * 3_600_000),
  };
}

/** One delivery of an event; repeated deliveries have the same keys. */
function delivery({ ids, payments, hour }: Players, event: Exclude<Event, { kind: 'sweep' }>) {
  const key = randomUUID();
  const idOf = (n: number) => ids[n] ?? '';
  return async (tx: Tx): Promise<unknown> => {
    if (event.kind === 'spend') {
      return walletSpend(tx, { userId: idOf(event.player), coins: event.coins, key: `sub:${key}`, ref: key });
    }
    if (event.kind === 'grant') {
      const expiresAt = event.hours === null ? null : hour(event.hours);
      return walletGrant(tx, { id: key, userId: idOf(event.player), coins: event.coins, expiresAt, reason: '' });
    }
    const order = payments[event.payment];
    if (!order) throw new Error('There is no such payment');
    if (event.kind === 'topUp') {
      const recipientId = idOf(order.recipient);
      return walletTopUp(tx, {
        payment: order.key,
        payerId: idOf(order.payer),
        recipientId,
        coins: order.coins,
        monthlyShares: 1_000_000_000,
      });
    }
    if (event.kind === 'refund') {
      const charge = `ch_${order.key}`;
      return walletRefund(tx, {
        payment: order.key,
        payerId: idOf(order.payer),
        charge,
        refunded: event.part,
        paid: 1_000,
      });
    }
    const id = `${order.key}:${event.id}`;
    const about = { payment: order.key, payerId: idOf(order.payer) };
    const state = states[event.state] ?? 'OPEN';
    return walletDispute(tx, { id, ...about, disputed: event.part, paid: 1_000, state, refunded: 0 });
  };
}

/** The outcome: `done`, or the error's code. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Error && error.message.includes('was not credited')) return 'not_credited';
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** Delivers the event up to the commit, where the connection is cut as by a kill. */
function crash(deliver: (tx: Tx) => Promise<unknown>): Promise<string> {
  const dying = ledger.act(async (tx) => {
    await deliver(tx);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  return outcome(dying);
}

test('any sequence of events, duplicates and crashes leads to what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ payments, events }) => {
      const players = await makePlayers(payments);
      const model = new LedgerModel(playerCount);
      for (const each of payments) {
        model.order(each.payer, each.recipient, each.coins, each.payer === 0 ? null : each.payer - 1);
      }
      const holdings = () => Promise.all(players.ids.map((id) => ledger.holdings(id)));
      for (const { event, crashes, times } of events) {
        const seen: string[] = [];
        const deliver = event.kind === 'sweep' ? null : delivery(players, event);
        const before = await holdings();
        if (deliver && crashes) await crash(deliver);
        expect(await holdings()).toEqual(before);
        for (let n = 0; n < times; n += 1) {
          seen.push(await outcome(deliver ? ledger.act(deliver) : walletExpire(ledger.db)));
        }
        // A refused event is refused again; a completed one is not repeated.
        expect(seen).toEqual(Array<string>(times).fill(carryOut(model, event)));
        expect(await holdings()).toEqual(model.holdings());
        expect(await ledger.violations()).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
}, 180_000);

/** Applies the event to the model. @returns the expected outcome */
function carryOut(model: LedgerModel, event: Event): string {
  if (event.kind === 'sweep') model.sweep();
  else if (event.kind === 'spend') return model.spend(event.player, event.coins);
  else if (event.kind === 'grant') model.grant(event.player, event.coins, event.hours);
  else if (event.kind === 'topUp') model.topUp(event.payment);
  else if (!model.isCredited(event.payment)) return 'not_credited';
  else if (event.kind === 'refund') model.refund(event.payment, event.part);
  else model.dispute(event.payment, event.id, event.state, event.part);
  return 'done';
}

test('events at once, each delivered three times, keep every invariant and lose no coin', async () => {
  const allowed = /^(done|insufficient_funds|wallet_debt|not_credited)$/;
  await fc.assert(
    fc.asyncProperty(world, async ({ payments, events }) => {
      const players = await makePlayers(payments);
      const works = events.flatMap(({ event }) => {
        const deliver = event.kind === 'sweep' ? null : delivery(players, event);
        return Array.from({ length: 3 }, () => async () => {
          const done = await outcome(deliver ? ledger.act(deliver) : walletExpire(ledger.db));
          return { event, done };
        });
      });
      for (const { done } of await Promise.all(works.map((work) => work()))) expect(done).toMatch(allowed);
      expect(await ledger.violations()).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('payments, refunds and grants lead to the same in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ payments, events }) => {
      const players = await makePlayers(payments);
      const known = events.flatMap(({ event }) => (event.kind === 'refund' || event.kind === 'grant' ? [event] : []));
      // As at the provider, a refund is delivered again until the payment has been credited.
      const topUps = payments.map((_, payment) => ({ kind: 'topUp' as const, payment }));
      await Promise.all(
        [...known, ...topUps, ...topUps].map(async (each) => {
          const deliver = delivery(players, each);
          while ((await outcome(ledger.act(deliver))) === 'not_credited');
        }),
      );
      for (const [n, id] of players.ids.entries()) {
        const { coins, fleeting, debt } = await ledger.holdings(id);
        const takenOf = (payment: number, whole: number) => {
          const parts = known.flatMap((each) => (each.kind === 'refund' && each.payment === payment ? each.part : 0));
          return Math.floor((whole * Math.max(0, ...parts)) / 1_000);
        };
        const expected = payments.reduce((sum, order, index) => {
          const taken = takenOf(index, order.coins);
          const share =
            order.payer - 1 === n && order.recipient !== n ? Math.floor(order.coins / 5) - Math.floor(taken / 5) : 0;
          return sum + share + (order.recipient === n ? order.coins - taken : 0);
        }, 0);
        const granted = known.flatMap((each) =>
          each.kind === 'grant' && each.player === n && (each.hours === null || each.hours > 0) ? each.coins : 0,
        );
        expect(coins + fleeting - debt).toBe(expected + granted.reduce((sum, each) => sum + each, 0));
      }
      expect(await ledger.violations()).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
