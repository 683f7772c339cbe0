import { AppError } from '../../http/app-error.ts';
import { ChatError } from '../../integrations/chat/chat-platform.ts';

const codes = {
  code_invalid: 'chat_code_invalid',
  join_refused: 'chat_join_refused',
  undeliverable: 'chat_undeliverable',
  unavailable: 'chat_unavailable',
} as const;

/** For `catch`: what the platform refused, as an answer to the caller. */
export function asAppError(fault: unknown): never {
  throw fault instanceof ChatError ? new AppError(codes[fault.code]) : fault;
}
