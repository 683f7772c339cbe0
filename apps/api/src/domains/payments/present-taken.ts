import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { chatNotify } from '../identity/chat/chat-notify.ts';
import { escapeMarkup } from '../identity/chat/chat-messages.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { type GivenBack, subscriptionGiveBack } from '../subscriptions/subscription-give-back.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import type { Recover, TakenBack } from '../coins/wallet/payment-lock.ts';
import type { OrderRow } from './order-queries.ts';
import { presentMessages } from './payment-messages.ts';

/** What happens besides the ledger when a present is given or taken back; for a payment of one's own nothing does. */
export class PresentTaken {
  readonly #order: OrderRow;
  readonly #isPresent: boolean;
  #subscription: GivenBack | null = null;
  #back: TakenBack | null = null;

  constructor(order: OrderRow) {
    this.#order = order;
    this.#isPresent = order.buyer_id !== order.recipient_id;
  }

  /** To be called with the order locked, and before any wallet is. */
  async begin(tx: Tx): Promise<void> {
    if (this.#isPresent) await lockTier(tx, this.#order.recipient_id);
  }

  /** What was bought with the present goes with it. */
  recover(tx: Tx): Recover {
    const { recipient_id: userId, paid_at: since } = this.#order;
    return async (missing, cause) => {
      if (since) this.#subscription = await subscriptionGiveBack(tx, { userId, missing, since, cause });
    };
  }

  took(back: TakenBack | null): void {
    this.#back = back;
  }

  /** Notifies both, after the commit. */
  async tell(ctx: Context): Promise<void> {
    if (!this.#isPresent || !this.#back || this.#back.coins === 0) return;
    const [payer, recipient] = await Promise.all([
      loadLogin(ctx.db, this.#order.buyer_id),
      loadLogin(ctx.db, this.#order.recipient_id),
    ]);
    const present = {
      ...this.#back,
      payer: escapeMarkup(payer.nickname),
      recipient: escapeMarkup(recipient.nickname),
      subscription: this.#subscription,
    };
    await chatNotify(ctx, recipient.id, (language) => presentMessages[language].toRecipient(present));
    await chatNotify(ctx, payer.id, (language) => presentMessages[language].toPayer(present));
  }
}
