import { isAbove, type Tier } from '@realmkeep/contract';

/** A month that is paid. */
interface PaidMonth {
  /** Coins. */
  worth: number;
  startedAt: Date;
  endsAt: Date;
}

/** What the days that are left of a month are worth, in whole coins, down. */
export function unusedWorth({ worth, startedAt, endsAt }: PaidMonth, now: Date): number {
  const whole = endsAt.getTime() - startedAt.getTime();
  const left = Math.min(Math.max(endsAt.getTime() - now.getTime(), 0), whole);
  return Math.floor((worth * left) / whole);
}

/**
 * The days at the end of a month that are worth this many coins, or all days that are left.
 * @returns the coins that they are worth, and the new end of the month: null if nothing is left
 */
export function unusedPart(
  month: PaidMonth,
  now: Date,
  wanted: number,
): { coins: number; endsAt: Date | null; worth: number } {
  const unused = unusedWorth(month, now);
  if (wanted >= unused) return { coins: unused, endsAt: null, worth: month.worth - unused };
  const whole = month.endsAt.getTime() - month.startedAt.getTime();
  const endsAt = new Date(month.endsAt.getTime() - Math.ceil((whole * wanted) / month.worth));
  return { coins: wanted, endsAt, worth: month.worth - wanted };
}

/** The price of a month for a player with unused days of another: never below zero. */
export function priceAfterCredit(price: number, credit: number): number {
  return Math.max(price - credit, 0);
}

/** Whether a player with one tier may subscribe to the other. */
export function maySubscribe(has: Tier, wants: Tier): boolean {
  return isAbove(wants, has);
}
