import { type ErrorCode } from '@realmkeep/contract';
import { RuntimeError } from '@realmkeep/runtime';
import { AppError } from '../../http/app-error.ts';

const refusals: Partial<Record<string, ErrorCode>> = {
  not_running: 'realm_not_running',
  spawn_outside: 'realm_spawn_outside',
  command_refused: 'invalid_request',
};

/**
 * What a running realm answers, or why it does not in the codes of the api.
 * @throws AppError realm_not_running, realm_spawn_outside, invalid_request
 */
export async function answerOfRealm<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof RuntimeError ? refusals[error.code] : undefined;
    throw code ? new AppError(code, code === 'invalid_request' ? { problem: 'the command' } : {}) : error;
  }
}
