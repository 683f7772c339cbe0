/** What a wallet holds. Coins and debt are never there together: whatever comes in repays first. */
export interface Holdings {
  COINS: number;
  FLEETING: number;
  HELD: number;
  DEBT: number;
}

/** What a transaction credits to each account of a wallet; negative what it debits. A debit of DEBT makes it larger. */
export type Change = Partial<Holdings>;

/** Coins that come in: first they repay the debt. */
export function creditOf(holdings: Holdings, coins: number): Change {
  const repaid = Math.min(holdings.DEBT, coins);
  return { DEBT: repaid, COINS: coins - repaid };
}

/** Coins that are taken back: what is not there becomes debt. */
export function seizureOf(holdings: Holdings, coins: number): Change {
  const there = Math.min(holdings.COINS, coins);
  return { COINS: -there, DEBT: there - coins };
}

/** What is taken back for a lost dispute: first what is held for it, and what is held beyond it goes back. */
export function chargebackOf(holdings: Holdings, held: number, coins: number): Change {
  const rest = coins - held;
  return { HELD: -held, ...(rest >= 0 ? seizureOf(holdings, rest) : creditOf(holdings, -rest)) };
}

/** Of coins that are taken back, how many the wallet does not have: neither as coins nor held for it. */
export function shortfall(holdings: Holdings, held: number, coins: number): number {
  return Math.max(0, coins - held - holdings.COINS);
}

export interface LotUse {
  lotId: string;
  amount: number;
}

/** Which lots so many coins come out of: those in front first. */
export function useLots(lots: readonly { id: string; remaining: number }[], coins: number): LotUse[] {
  const uses: LotUse[] = [];
  let wanted = coins;
  for (const { id, remaining } of lots) {
    if (wanted === 0) break;
    const amount = Math.min(remaining, wanted);
    uses.push({ lotId: id, amount });
    wanted -= amount;
  }
  return uses;
}

const referralSharePercent = 20;

/** The referrer's share of coins that were bought, rounded down. */
export function referralShare(coins: number): number {
  return partOf(coins, referralSharePercent, 100);
}

/**
 * What the referrer is due of a payment: the share of all of it less the share of what was taken back, each rounded down, and no more than
 * was granted.
 */
export function shareDue({ granted, paid, taken }: { granted: number; paid: number; taken: number }): number {
  return Math.min(granted, referralShare(paid) - referralShare(taken));
}

/** The coins that belong to a part of a payment, rounded down: all of them for the whole of it. */
export function partOf(coins: number, part: number, whole: number): number {
  if (part >= whole) return coins;
  return Number((BigInt(coins) * BigInt(part)) / BigInt(whole));
}
