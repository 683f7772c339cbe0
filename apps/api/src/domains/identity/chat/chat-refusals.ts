import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { ChatError } from '../../../integrations/chat/chat-platform.ts';

const codes = {
  code_invalid: 'chat_code_invalid',
  join_refused: 'chat_join_refused',
  undeliverable: 'chat_undeliverable',
  unavailable: 'chat_unavailable',
} as const;

/** For `catch`: what the platform refused, as an answer to the caller. What the operator may have to mend is in the log. */
export function asAppError({ log }: Context): (fault: unknown) => never {
  return (fault) => {
    if (!(fault instanceof ChatError)) throw fault;
    const isPlayers = fault.code === 'code_invalid' || fault.code === 'undeliverable';
    if (!isPlayers) log.warn({ err: fault }, 'failed to link a chat account');
    throw new AppError(codes[fault.code]);
  };
}
