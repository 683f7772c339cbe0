import type { AccessKind, ActivityAction } from '@realmkeep/contract';
import type { AccessRule } from './access-queries.ts';

const actions: Record<AccessKind, [put: ActivityAction, removed: ActivityAction]> = {
  WHITELIST: ['whitelistAdd', 'whitelistRemove'],
  OPERATOR: ['operatorAdd', 'operatorRemove'],
  BAN: ['ban', 'unban'],
  ADDRESS_BAN: ['ban', 'unban'],
};

/** What is written down of a change. No address but one that was typed: see `player`. */
export function ruleDeed(
  isPut: boolean,
  { kind, subject, player }: Pick<AccessRule, 'kind' | 'subject' | 'player'>,
): { action: ActivityAction; what: string } {
  const [put, removed] = actions[kind as AccessKind];
  return { action: isPut ? put : removed, what: player ?? subject };
}
