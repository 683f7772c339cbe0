/** What a wallet holds. It never has both coins and debt: incoming coins repay debt first. */
export interface Holdings {
  COINS: number;
  FLEETING: number;
  HELD: number;
  DEBT: number;
}

/** What a transaction credits to each account of a wallet; negative for debits. A debit of DEBT increases it. */
export type Change = Partial<Holdings>;

/** Incoming coins: they repay the debt first. */
export function creditOf(holdings: Holdings, coins: number): Change {
  const repaid = Math.min(holdings.DEBT, coins);
  return { DEBT: repaid, COINS: coins - repaid };
}

/** Coins taken back: any shortfall becomes debt. */
export function seizureOf(holdings: Holdings, coins: number): Change {
  const there = Math.min(holdings.COINS, coins);
  return { COINS: -there, DEBT: there - coins };
}

/** Coins taken back for a lost dispute: first those held for it; any held beyond the amount are released. */
export function chargebackOf(holdings: Holdings, held: number, coins: number): Change {
  const rest = coins - held;
  return { HELD: -held, ...(rest >= 0 ? seizureOf(holdings, rest) : creditOf(holdings, -rest)) };
}

/** Of the coins to take back, how many the wallet lacks: neither available nor held for it. */
export function shortfall(holdings: Holdings, held: number, coins: number): number {
  return Math.max(0, coins - held - holdings.COINS);
}

export interface LotUse {
  lotId: string;
  amount: number;
}

/** Which lots an amount is taken from: the first ones first. */
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

/** The referrer's share of purchased coins, rounded down. */
export function referralShare(coins: number): number {
  return partOf(coins, referralSharePercent, 100);
}

/**
 * What the referrer is due from a payment: the share of all of it less the share of what was taken back, each rounded down, and no more
 * than was granted.
 */
export function shareDue({ granted, paid, taken }: { granted: number; paid: number; taken: number }): number {
  return Math.min(granted, referralShare(paid) - referralShare(taken));
}

/** The coins for part of a payment, rounded down: all of them for the whole. */
export function partOf(coins: number, part: number, whole: number): number {
  if (part >= whole) return coins;
  return Number((BigInt(coins) * BigInt(part)) / BigInt(whole));
}
