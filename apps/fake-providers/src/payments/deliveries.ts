import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database.ts';
import type { PaymentKeys } from '../keys.ts';
import type { Product } from '../product.ts';
import { type DeliveryRow, nextDueMs, setDelivered, setRefused, takeDueDeliveries } from './delivery-store.ts';

/** Milliseconds that the product may take to answer. */
const answerMs = 10_000;
const maxAnswer = 200;
const atOnce = 10;
/** How long nothing is looked for when nothing is due: long enough to be no load, short enough for what expires. */
const longestPauseMs = 15_000;

interface DeliverySettings {
  db: Database;
  keys: PaymentKeys;
  product: Product;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Done before each look. */
  before: () => void;
}

/** Tells the product what became of payments, again and again until it has taken it. */
export class Deliveries {
  readonly #settings: DeliverySettings;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  /** Looks now for what is due, and from then on again and again. @returns when that has been told once */
  async look(): Promise<void> {
    if (this.#settings.product.origin === null || this.#ending.signal.aborted) return;
    // What has become due in the middle of a round may not be in it.
    if (this.#round) await (this.#next ??= this.#round.then(() => this.#begin()));
    else await this.#begin();
  }

  /** Tells one now. @returns whether the product has taken it */
  async deliver(delivery: DeliveryRow): Promise<boolean> {
    const { db } = this.#settings;
    const { isTaken, answer } = await this.#tell(delivery);
    if (isTaken) setDelivered(db, delivery, answer);
    else setRefused(db, delivery, answer);
    return isTaken;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#round;
    await this.#next;
  }

  async #begin(): Promise<void> {
    this.#next = null;
    if (this.#ending.signal.aborted) return;
    clearTimeout(this.#timer);
    // After it is known that a round is under way: whatever is closed in it looks here too.
    this.#round = Promise.resolve()
      .then(() => this.#deliverDue())
      .finally(() => {
        this.#round = null;
      });
    await this.#round;
  }

  async #deliverDue(): Promise<void> {
    const { db, log, before } = this.#settings;
    let pause = longestPauseMs;
    try {
      before();
      const due = takeDueDeliveries(db, atOnce);
      await Promise.all(due.map((delivery) => this.deliver(delivery)));
      pause = Math.min(pause, Math.max(0, nextDueMs(db) ?? pause));
    } catch (error) {
      log.warn({ err: error }, 'failed to tell the product of payments');
    }
    if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => void this.look(), pause);
  }

  async #tell({ event, method, body }: DeliveryRow): Promise<{ isTaken: boolean; answer: string }> {
    const isResult = event === 'result';
    const url = `${this.#settings.product.origin}/api/payment/${isResult ? 'robokassa/result' : 'stripe/webhook'}`;
    try {
      const response = await fetch(method === 'GET' ? `${url}?${body}` : url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs)]),
        headers: isResult ? {} : { 'stripe-signature': this.#signature(body) },
        ...(method === 'GET' ? {} : { body: bodyOf(isResult, body) }),
      });
      const text = (await response.text()).slice(0, maxAnswer);
      const invoice = new URLSearchParams(body).get('InvId');
      const isTaken = isResult ? response.ok && text === `OK${invoice}` : response.ok;
      return { isTaken, answer: `${response.status} ${text}` };
    } catch (error) {
      return { isTaken: false, answer: error instanceof Error ? error.message.slice(0, maxAnswer) : '' };
    }
  }

  /** Made anew each time, as a signature grows old. https://docs.stripe.com/webhooks#verify-manually */
  #signature(payload: string): string {
    const time = Math.floor(Date.now() / 1000);
    const hmac = createHmac('sha256', this.#settings.keys.stripe.webhookSecret).update(`${time}.${payload}`);
    return `t=${time},v1=${hmac.digest('hex')}`;
  }
}

function bodyOf(isForm: boolean, body: string): Blob {
  return new Blob([body], { type: isForm ? 'application/x-www-form-urlencoded' : 'application/json' });
}
