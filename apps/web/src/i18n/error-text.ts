import type { ErrorCode } from '@realmkeep/contract';
import { ApiError, transportMessages } from '@realmkeep/contract/client';
import type { Messages } from './messages.ts';
import { fill } from './fill.ts';

type Errors = Messages['errors'];

/** Seconds above which a wait is given in minutes. */
const longWait = 90;

/** The message to the user about a failed call, in their language if the error has a code or is the network's. */
export function errorText(errors: Errors, error: unknown): string {
  if (!(error instanceof ApiError)) return errors.transport.fallback;
  const translated = codeText(errors, error) ?? transportText(errors, error);
  return translated ?? (error.message === '' ? errors.transport.fallback : error.message);
}

/** The same for a failed login, where the statuses have meanings of their own. */
export function loginErrorText(errors: Errors, error: unknown): string {
  const { login } = errors;
  if (!(error instanceof ApiError) || error.type === 'network') return errorText(errors, error);
  if (error.status === 401) return login.invalid;
  if (error.status === 404) return fill(login.unknownUser, { username: quoted(error.message) });
  if (error.status === 500) return login.server;
  return codeText(errors, error) ?? (error.message === '' ? login.other : error.message);
}

/** And for a failed registration. */
export function registerErrorText(errors: Errors, error: unknown): string {
  const { register } = errors;
  if (!(error instanceof ApiError) || error.type === 'network') return errorText(errors, error);
  if (error.status === 400) return register.taken;
  if (error.status === 404) return register.unknownReferrer;
  if (error.status === 500) return register.server;
  return codeText(errors, error) ?? register.other;
}

/** And for a failed change of the password. */
export function passwordErrorText(errors: Errors, error: unknown): string {
  const { password } = errors;
  if (!(error instanceof ApiError) || error.type === 'network') return errorText(errors, error);
  if (error.status === 400) return password.invalid;
  if (error.status === 401) return password.signedOut;
  if (error.status === 500) return password.server;
  return codeText(errors, error) ?? password.other;
}

/** A newer server may have a code that this page does not know. */
function codeText(errors: Errors, error: ApiError): string | undefined {
  const seconds = Number(error.params['seconds']);
  if (error.code === 'rate_limited' && seconds > longWait) {
    return fill(errors.rateLimitedLong, { minutes: Math.ceil(seconds / 60) });
  }
  const codes: Partial<Record<ErrorCode, string>> = errors.codes;
  const template = error.code === null ? undefined : codes[error.code];
  return template && fill(template, error.params);
}

function transportText(errors: Errors, error: ApiError): string | undefined {
  const kind = (['network', 'aborted', 'timeout', 'fallback'] as const).find(
    (name) => transportMessages[name] === error.message,
  );
  if (kind === 'fallback' && (error.type === 'server' || error.type === 'unknown')) return errors.transport[error.type];
  return kind && errors.transport[kind];
}

/** The text between the first and the last quotation mark. */
function quoted(message: string): string {
  return /"(.*)"/s.exec(message)?.[1] ?? '';
}
