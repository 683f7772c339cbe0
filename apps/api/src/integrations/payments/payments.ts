import type { CardCurrency, Language } from '@realmkeep/contract';

/** What a card is charged for. */
export interface CardCheckout {
  orderId: string;
  /** Counts the tries for one order, from 1: part of the provider's idempotency key. */
  attempt: number;
  currency: CardCurrency;
  /** Minor units. */
  amount: number;
  productName: string;
  language: Language;
  expiresAt: Date;
}

/** A checkout as the provider has it. */
export interface CardSession {
  id: string;
  /** null if it is not one of ours. */
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** Minor units. */
  amount: number;
  /** As the provider writes it, in upper case. */
  currency: string;
  paymentIntent: string | null;
  /** Whether real money is moved. */
  live: boolean;
}

/** An event of the card provider. Amounts are in minor units. */
export type CardEvent =
  /** Of a checkout: paid, expired, or paid later after all. Which of these, `retrieve` says. */
  | { kind: 'session'; sessionId: string }
  /** A delayed payment failed. */
  | { kind: 'session-failed'; sessionId: string }
  /** `refunded` is all that was given back of the charge so far. */
  | { kind: 'refund'; charge: string; paymentIntent: string; orderId: string | null; refunded: number }
  | {
      kind: 'dispute';
      dispute: string;
      paymentIntent: string;
      orderId: string | null;
      disputed: number;
      state: 'OPEN' | 'WITHDRAWN' | 'RETURNED';
    }
  | { kind: 'other' };

/** The port to the card provider. Every call may throw a PaymentError. */
export interface CardPayments {
  /** Whether the keys move real money: events of the other mode are refused. */
  readonly live: boolean;
  createCheckout(checkout: CardCheckout): Promise<{ sessionId: string; checkoutUrl: string }>;
  /** null when the provider knows no such checkout. */
  retrieve(sessionId: string): Promise<CardSession | null>;
  /** @returns null if the signature or its time is wrong, or if the event's mode, live or test, is not that of the keys */
  readWebhook(rawBody: Buffer, signature: string): Promise<CardEvent | null>;
}

export interface RoublePayment {
  /** 1 to 2147483647, once each. */
  invoice: number;
  /** Kopecks. */
  amount: number;
  description: string;
  language: Language;
  /** Of whom the coins are for. */
  username: string;
  productId: string;
  expiresAt: Date;
}

/** What the rouble provider says was paid. */
export interface RoubleResult {
  invoice: number;
  /** Kopecks. */
  amount: number;
  username: string;
  productId: string;
}

/** The port to the rouble provider. */
export interface RoublePayments {
  /** Where the buyer pays: an address that carries a signature. */
  checkoutUrl(payment: RoublePayment): string;
  /** The callback that says that an invoice was paid. @returns null when the signature or a field is wrong */
  readResult(params: URLSearchParams): RoubleResult | null;
  /** What the buyer's return to /shop/success says. It does not prove payment. @returns as `readResult` */
  readSuccess(params: URLSearchParams): RoubleResult | null;
  /** What became of an invoice, by asking. @throws PaymentError unavailable */
  state(invoice: number): Promise<RoubleState>;
}

/** `unknown`: the buyer has not begun; `pending`: nothing is decided yet. `amount` in kopecks. */
export type RoubleState = { kind: 'unknown' | 'pending' | 'refused' } | { kind: 'paid'; amount: number };

export interface Payments {
  /** null: cards are not to be had here. */
  card: CardPayments | null;
  roubles: RoublePayments | null;
}

/** `refused`: the provider does not take what was asked; `unavailable`: it does not answer. */
export type PaymentErrorCode = 'refused' | 'unavailable';

export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly code: PaymentErrorCode;
  constructor(code: PaymentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
