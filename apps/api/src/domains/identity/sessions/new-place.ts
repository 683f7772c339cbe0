import { browserName, type Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { networkOf } from '../../../http/connections/network.ts';
import { countGameLogout } from '../users/user-queries.ts';
import { longMoment } from '../chat/chat-messages.ts';
import { promptQueue } from '../chat/prompt-queue.ts';
import type { PromptAnswer } from '../chat/prompt.ts';
import { noteNetwork } from './login-networks.ts';
import { newPlaceMessages } from './new-place-messages.ts';
import { endSession } from './session-queries.ts';

const answerSeconds = 7 * 24 * 3600;
const strangerKey = 'stranger';

interface BegunSession {
  id: string;
  userId: string;
  ip: string;
  userAgent: string;
}

/** Records where a session began, and asks its player about it if the account had only logged in elsewhere until now. */
export async function newPlaceAsk(ctx: Context, tx: Tx, session: BegunSession): Promise<void> {
  if (!(await noteNetwork(tx, session.userId, networkOf(session.ip)))) return;
  const { browser, system } = browserName(session.userAgent);
  await promptQueue(ctx, tx, session.userId, (language) => {
    const messages = newPlaceMessages[language];
    return {
      content: messages.question({
        ip: session.ip,
        browser: [browser, system].filter(Boolean).join(', ') || null,
        time: longMoment(language, new Date()),
      }),
      choices: [
        { key: 'mine', row: 0, label: messages.mine, type: 'SUCCESS' },
        { key: strangerKey, row: 0, label: messages.stranger, type: 'DANGER' },
        { row: 1, label: messages.sessions, type: 'LINK', link: `${ctx.config.publicUrl}/account` },
      ],
      payload: { kind: 'place', sessionId: session.id },
      seconds: answerSeconds,
    };
  });
}

/** The player's answer: a session that is not theirs ends, and so does what game connections have proved. @returns what they are told */
export async function placeDecide(
  tx: Tx,
  { userId, key }: PromptAnswer,
  sessionId: string,
  language: Language,
): Promise<string> {
  const messages = newPlaceMessages[language];
  if (key !== strangerKey) return messages.confirmed;
  await endSession(tx, userId, sessionId);
  await countGameLogout(tx, userId);
  return messages.ended;
}
