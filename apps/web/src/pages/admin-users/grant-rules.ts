import { grantRule, reasonProblem, type TextProblem } from '@realmkeep/contract/rules';
import type { Messages } from '../../i18n/messages.ts';

export interface GrantForm {
  coins: string;
  /** A day as `2026-01-31`; empty for coins that do not expire. */
  day: string;
  reason: string;
}

type GrantProblem = keyof Messages['admin']['grant']['problems'];

const lastYear = 2099;

/** The problems of a grant at the time `now`; null if there are none. */
export function grantProblems({ coins, day, reason }: GrantForm, now: Date) {
  const count = coinsOf(coins);
  const problems: { coins: GrantProblem | null; day: GrantProblem | null; reason: TextProblem | null } = {
    coins: count !== null && count >= grantRule.min && count <= grantRule.max ? null : 'amount',
    day: dayProblem(day, now),
    reason: reasonProblem(reason),
  };
  return problems;
}

/** A whole number, with or without blanks between the thousands; null for anything else. */
export function coinsOf(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** The end of the day where the operator is, in ISO 8601; null for no day. */
export function expiryOf(day: string): string | null {
  return day === '' ? null : endOf(day).toISOString();
}

function dayProblem(day: string, now: Date): GrantProblem | null {
  if (day === '') return null;
  const end = endOf(day);
  if (!(end > now)) return 'past';
  return end.getFullYear() > lastYear ? 'far' : null;
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59`);
}
