import type { ErrorCode } from '@realmkeep/contract';
import { ApiError, transportMessages } from '@realmkeep/contract/client';
import type { Messages } from './messages.ts';
import { fill } from './fill.ts';

type Errors = Messages['errors'];

/** Seconds above which a wait is told in minutes. */
const longWait = 90;

/** What to tell the user about a failed call, in his language where the fault has a code or is the network's. */
export function errorText(errors: Errors, fault: unknown): string {
  if (!(fault instanceof ApiError)) return errors.transport.fallback;
  const translated = codeText(errors, fault) ?? transportText(errors, fault);
  return translated ?? (fault.message === '' ? errors.transport.fallback : fault.message);
}

/** The same for a failed login, where the statuses have meanings of their own. */
export function loginErrorText(errors: Errors, fault: unknown): string {
  const { login } = errors;
  if (!(fault instanceof ApiError) || fault.type === 'network') return errorText(errors, fault);
  if (fault.status === 401) return login.invalid;
  if (fault.status === 404) return fill(login.unknownUser, { username: quoted(fault.message) });
  if (fault.status === 500) return login.server;
  return codeText(errors, fault) ?? (fault.message === '' ? login.other : fault.message);
}

/** And for a failed registration. */
export function registerErrorText(errors: Errors, fault: unknown): string {
  const { register } = errors;
  if (!(fault instanceof ApiError) || fault.type === 'network') return errorText(errors, fault);
  if (fault.status === 400) return register.taken;
  if (fault.status === 404) return register.unknownReferrer;
  if (fault.status === 500) return register.server;
  return codeText(errors, fault) ?? register.other;
}

/** And for a failed change of the password. */
export function passwordErrorText(errors: Errors, fault: unknown): string {
  const { password } = errors;
  if (!(fault instanceof ApiError) || fault.type === 'network') return errorText(errors, fault);
  if (fault.status === 400) return password.invalid;
  if (fault.status === 401) return password.signedOut;
  if (fault.status === 500) return password.server;
  return codeText(errors, fault) ?? password.other;
}

/** A newer server may have a code that this page does not know. */
function codeText(errors: Errors, fault: ApiError): string | undefined {
  const seconds = Number(fault.params['seconds']);
  if (fault.code === 'rate_limited' && seconds > longWait) {
    return fill(errors.rateLimitedLong, { minutes: Math.ceil(seconds / 60) });
  }
  const codes: Partial<Record<ErrorCode, string>> = errors.codes;
  const template = fault.code === null ? undefined : codes[fault.code];
  return template && fill(template, fault.params);
}

function transportText(errors: Errors, fault: ApiError): string | undefined {
  const kind = (['network', 'aborted', 'timeout', 'fallback'] as const).find(
    (name) => transportMessages[name] === fault.message,
  );
  if (kind === 'fallback' && fault.type === 'server') return errors.transport.server;
  return kind && errors.transport[kind];
}

/** What stands between the first and the last quotation mark. */
function quoted(message: string): string {
  return /"(.*)"/s.exec(message)?.[1] ?? '';
}
