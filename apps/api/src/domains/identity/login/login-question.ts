import { randomInt } from 'node:crypto';
import { browserName, type Language } from '@realmkeep/contract';
import type { Tx } from '../../../db/pool.ts';
import { escapeMarkup, longMoment } from '../chat/chat-messages.ts';
import type { PromptChoice, PromptAnswer } from '../chat/prompt.ts';
import { loginMessages } from './login-messages.ts';
import { decideChallenge } from './challenge-queries.ts';

/** The button that is not a number. */
const rejectKey = 'reject';

interface AskedLogin {
  nickname: string;
  language: Language;
  ip: string;
  userAgent: string;
  at: Date;
}

/** The second step's message, with three numbers, one of which the site shows. */
export function loginQuestion(login: AskedLogin): { content: string; choices: PromptChoice[]; number: string } {
  const messages = loginMessages[login.language];
  const { browser, system } = browserName(login.userAgent);
  const content = messages.question({
    nickname: escapeMarkup(login.nickname),
    ip: login.ip,
    browser: [browser, system].filter(Boolean).join(', ') || null,
    time: longMoment(login.language, login.at),
  });
  const numbers = threeNumbers();
  const choices = [
    ...numbers.map((number) => ({ key: number, row: 0, label: number, type: 'PRIMARY' as const })),
    { key: rejectKey, row: 1, label: messages.reject, type: 'DANGER' as const },
  ];
  return { content, choices, number: numbers[randomInt(numbers.length)] ?? '' };
}

/** Two digits each, all different, in random order. */
function threeNumbers(): string[] {
  const numbers = new Set<string>();
  while (numbers.size < 3) numbers.add(String(randomInt(10, 100)));
  return [...numbers];
}

/** The player's answer to a login. A wrong number is a rejection: the person logging in sees the right one. @returns the reply */
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
