/** A simple model of the ledger, against which the real one is checked. */
interface ModelWallet {
  coins: number;
  /** In the order in which they are spent; expired ones can only be swept. */
  lots: { amount: number; expires: number }[];
  held: number;
  debt: number;
}

interface ModelPayment {
  payer: number;
  recipient: number;
  coins: number;
  referrer: number | null;
  credited: boolean;
  refunded: number;
  shareTaken: number;
  disputes: Map<number, { state: number; held: number; taken: number; fromPayer: number }>;
}

export class LedgerModel {
  readonly #wallets: ModelWallet[];
  readonly #payments: ModelPayment[] = [];

  constructor(players: number) {
    this.#wallets = Array.from({ length: players }, () => ({ coins: 0, lots: [], held: 0, debt: 0 }));
  }

  /** Adds a payment that may be made; payments are numbered from 0. */
  order(payer: number, recipient: number, coins: number, broughtBy: number | null): void {
    const referrer = broughtBy === recipient ? null : broughtBy;
    const fresh = { credited: false, refunded: 0, shareTaken: 0, disputes: new Map() };
    this.#payments.push({ payer, recipient, coins, referrer, ...fresh });
  }

  holdings() {
    return this.#wallets.map(({ coins, lots, held, debt }) => {
      const fleeting = lots.reduce((sum, { amount, expires }) => sum + (expires > 0 ? amount : 0), 0);
      return { coins, fleeting, held, debt };
    });
  }

  isCredited(payment: number): boolean {
    return this.#payment(payment).credited;
  }

  #give(player: number, coins: number): void {
    const wallet = this.#wallet(player);
    const held = wallet.coins + coins;
    const repaid = Math.min(wallet.debt, held);
    wallet.debt -= repaid;
    wallet.coins = held - repaid;
  }

  #take(player: number, coins: number): void {
    const wallet = this.#wallet(player);
    const there = Math.min(wallet.coins, coins);
    wallet.coins -= there;
    wallet.debt += coins - there;
  }

  /** @param hours until it expires; negative for one that has expired, null for one that never does */
  grant(player: number, coins: number, hours: number | null): void {
    if (hours === null) return this.#give(player, coins);
    const { lots } = this.#wallet(player);
    lots.push({ amount: coins, expires: hours });
    lots.sort((a, b) => a.expires - b.expires);
  }

  spend(player: number, coins: number): 'done' | 'wallet_debt' | 'insufficient_funds' {
    const wallet = this.#wallet(player);
    if (wallet.debt > 0) return 'wallet_debt';
    const spendable = wallet.lots.filter(({ expires }) => expires > 0);
    const fleeting = spendable.reduce((sum, { amount }) => sum + amount, 0);
    if (wallet.coins + fleeting < coins) return 'insufficient_funds';
    let wanted = coins;
    for (const lot of spendable) {
      const used = Math.min(lot.amount, wanted);
      lot.amount -= used;
      wanted -= used;
    }
    wallet.coins -= wanted;
    return 'done';
  }

  sweep(): void {
    for (const wallet of this.#wallets) wallet.lots = wallet.lots.filter(({ expires }) => expires > 0);
  }

  topUp(number: number): void {
    const payment = this.#payment(number);
    if (payment.credited) return;
    payment.credited = true;
    this.#give(payment.recipient, payment.coins);
    if (payment.referrer !== null) this.#give(payment.referrer, Math.floor(payment.coins / 5));
  }

  /** @param part the total refunded so far, in thousandths */
  refund(number: number, part: number): void {
    const payment = this.#payment(number);
    const due = Math.floor((payment.coins * part) / 1000) - payment.refunded;
    const coins = Math.min(due, this.#left(payment));
    if (coins <= 0) return;
    payment.refunded += coins;
    this.#useHeld(payment, coins);
    this.#takeBack(payment, coins);
    this.#settleShare(payment);
  }

  /** @param state 0 open, 1 withdrawn, 2 returned */
  dispute(number: number, id: number, state: number, part: number): void {
    const payment = this.#payment(number);
    const dispute = payment.disputes.get(id) ?? { state: -1, held: 0, taken: 0, fromPayer: 0 };
    if (dispute.state >= state) return;
    const wallet = this.#wallet(payment.recipient);
    const wanted = Math.min(Math.floor((payment.coins * part) / 1000), this.#left(payment));
    payment.disputes.set(id, dispute);
    dispute.state = state;
    if (state === 0) {
      dispute.held = Math.min(wanted, wallet.coins);
      wallet.coins -= dispute.held;
      wallet.held += dispute.held;
      return;
    }
    const { held, taken, fromPayer } = dispute;
    dispute.held = 0;
    dispute.taken = state === 1 ? wanted : 0;
    wallet.held -= held;
    if (state === 1) {
      // Held coins are used first, before any debt.
      wallet.coins += held;
      dispute.fromPayer = this.#takeBack(payment, wanted);
      this.#give(payment.recipient, 0);
    } else {
      this.#give(payment.recipient, held + taken - fromPayer);
      this.#give(payment.payer, fromPayer);
    }
    this.#settleShare(payment);
  }

  #useHeld({ recipient, disputes }: ModelPayment, coins: number): void {
    let left = coins;
    for (const [, dispute] of [...disputes].toSorted(([one], [other]) => one - other)) {
      const used = Math.min(dispute.held, left);
      dispute.held -= used;
      left -= used;
      this.#wallet(recipient).held -= used;
      this.#wallet(recipient).coins += used;
    }
  }

  /** @returns the coins for which the payer of a gift is liable */
  #takeBack({ payer, recipient }: ModelPayment, coins: number): number {
    const fromPayer = payer === recipient ? 0 : Math.max(0, coins - this.#wallet(recipient).coins);
    this.#take(recipient, coins - fromPayer);
    this.#take(payer, fromPayer);
    return fromPayer;
  }

  #left(payment: ModelPayment): number {
    return payment.coins - this.#takenOf(payment);
  }

  #takenOf({ refunded, disputes }: ModelPayment): number {
    return [...disputes.values()].reduce((sum, { taken }) => sum + taken, refunded);
  }

  #settleShare(payment: ModelPayment): void {
    if (payment.referrer === null) return;
    const due = Math.floor(this.#takenOf(payment) / 5);
    const coins = due - payment.shareTaken;
    payment.shareTaken = due;
    if (coins > 0) this.#take(payment.referrer, coins);
    else this.#give(payment.referrer, -coins);
  }

  #wallet(player: number): ModelWallet {
    const wallet = this.#wallets[player];
    if (!wallet) throw new Error(`There is no player ${player}`);
    return wallet;
  }

  #payment(number: number): ModelPayment {
    const payment = this.#payments[number];
    if (!payment) throw new Error(`There is no payment ${number}`);
    return payment;
  }
}
