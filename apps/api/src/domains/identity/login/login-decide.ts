import type { Language } from '@realmkeep/contract';
import type { Tx } from '../../../db/pool.ts';
import type { PromptAnswer } from '../chat/prompt-select.ts';
import { decideChallenge } from './challenge-queries.ts';
import { rejectKey } from './login-question.ts';
import { loginMessages } from './login-messages.ts';

/** The player's word on a log-in. A wrong number is a no: whoever logs in sees the right one. @returns what he is told */
export async function loginDecide(
  tx: Tx,
  { promptId, key }: PromptAnswer,
  match: string,
  language: Language,
): Promise<string> {
  const decision = key === match ? 'APPROVED' : 'REJECTED';
  const messages = loginMessages[language];
  if (!(await decideChallenge(tx, promptId, decision))) return messages.cancelled;
  if (decision === 'APPROVED') return messages.approved;
  return key === rejectKey ? messages.rejected : messages.mistaken;
}
