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
export function asAppError({ log }: Context): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ChatError)) throw error;
    const isPlayers = error.code === 'code_invalid' || error.code === 'undeliverable';
    if (!isPlayers) log.warn({ err: error }, 'failed to link a chat account');
    throw new AppError(codes[error.code]);
  };
}
