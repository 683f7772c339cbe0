import type { Language } from '@realmkeep/contract';
import type { Tx } from '../../../db/pool.ts';
import type { PromptAnswer } from '../chat/prompt-select.ts';
import { decideChallenge } from './challenge-queries.ts';
import { rejectKey } from './login-question.ts';
import { loginWords } from './login-words.ts';

/** The player's word on a log-in. A wrong number is a no: whoever logs in sees the right one. @returns what he is told */
export async function loginDecide(
  tx: Tx,
  { promptId, key, payload }: PromptAnswer,
  language: Language,
): Promise<string> {
  const decision = key === payload.match ? 'APPROVED' : 'REJECTED';
  const words = loginWords[language];
  if (!(await decideChallenge(tx, promptId, decision))) return words.cancelled;
  if (decision === 'APPROVED') return words.approved;
  return key === rejectKey ? words.rejected : words.mistaken;
}
