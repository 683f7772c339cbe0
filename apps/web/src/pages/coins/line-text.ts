import type { StatementLine } from '@realmkeep/contract';
import { type Tier, tiers } from '@realmkeep/contract/tiers';
import type { Messages } from '../../i18n/messages.ts';

/** Describes a line of the statement: a subscription with its tier, a referral with the player. */
export function lineText(
  kinds: Messages['statement']['kinds'],
  tierNames: Record<Tier, string>,
  { kind, subject }: Pick<StatementLine, 'kind' | 'subject'>,
): string {
  const tier = kind === 'SUBSCRIPTION' || kind === 'REVERSAL' ? tiers.find((name) => name === subject) : undefined;
  return kinds[kind](tier === undefined ? subject : tierNames[tier]);
}
