import type { ErrorCode } from '@realmkeep/contract';
import { ApiError, transportMessages } from '@realmkeep/contract/client';
import type { Catalogue } from './catalogue.ts';
import { fill } from './fill.ts';

/** What to tell the user about a failed call, in his language where the fault has a code or is the network's. */
export function errorText(text: Catalogue, fault: unknown): string {
  const { errors } = text;
  if (!(fault instanceof ApiError)) return errors.transport.fallback;
  const translated = codeText(text, fault) ?? transportText(text, fault);
  return translated ?? (fault.message === '' ? errors.transport.fallback : fault.message);
}

/** The same for a failed login, where the statuses have meanings of their own. */
export function loginErrorText(text: Catalogue, fault: unknown): string {
  const { login } = text.errors;
  if (!(fault instanceof ApiError) || fault.type === 'network') return errorText(text, fault);
  if (fault.status === 401) return login.invalid;
  if (fault.status === 404) return fill(login.unknownUser, { username: quoted(fault.message) });
  if (fault.status === 500) return login.server;
  return codeText(text, fault) ?? (fault.message === '' ? login.other : fault.message);
}

/** And for a failed registration. */
export function registerErrorText(text: Catalogue, fault: unknown): string {
  const { register } = text.errors;
  if (!(fault instanceof ApiError) || fault.type === 'network') return errorText(text, fault);
  if (fault.status === 400) return register.taken;
  if (fault.status === 404) return register.unknownReferrer;
  if (fault.status === 500) return register.server;
  return codeText(text, fault) ?? register.other;
}

/** A newer server may have a code that this page does not know. */
function codeText(text: Catalogue, fault: ApiError): string | undefined {
  const codes: Partial<Record<ErrorCode, string>> = text.errors.codes;
  const template = fault.code === null ? undefined : codes[fault.code];
  return template && fill(template, fault.params);
}

function transportText(text: Catalogue, fault: ApiError): string | undefined {
  const kind = (['network', 'aborted', 'timeout', 'fallback'] as const).find(
    (name) => transportMessages[name] === fault.message,
  );
  return kind && text.errors.transport[kind];
}

/** What stands between the first and the last quotation mark. */
function quoted(message: string): string {
  return /"(.*)"/s.exec(message)?.[1] ?? '';
}
