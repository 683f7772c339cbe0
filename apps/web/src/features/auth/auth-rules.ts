import type { ErrorCode } from '@realmkeep/contract';
import { passwordProblem, usernameProblem } from '@realmkeep/contract/rules';
import type { Messages } from '../../i18n/messages.ts';

type Problems = Messages['auth']['register']['problems'];

export interface RegisterForm {
  username: string;
  user_password: string;
  repeat_user_password: string;
  referral_username: string;
}

/** Both must be more than blanks. */
export function canLogin(form: { username: string; user_password: string }): boolean {
  return form.username.trim() !== '' && form.user_password.trim() !== '';
}

/** The problem of each field of a registration; null if there is none. */
export function registerProblems(form: RegisterForm): Record<keyof RegisterForm, keyof Problems | null> {
  const username = usernameProblem(form.username);
  const password = passwordProblem(form.user_password);
  return {
    username:
      username &&
      ({ too_short: 'usernameShort', too_long: 'usernameLong', characters: 'usernameCharacters' } as const)[username],
    user_password: password && (password === 'too_long' ? 'passwordLong' : 'passwordShort'),
    repeat_user_password: form.repeat_user_password === form.user_password ? null : 'passwordsDiffer',
    referral_username: sameName(form.referral_username, form.username) ? 'referrerSame' : null,
  };
}

/** Which field a refused login is about, and what to say there; null when it is about neither. */
export function loginRefusal(code: ErrorCode | null) {
  if (code === 'login_user_unknown') return { field: 'username', problem: 'usernameUnknown' } as const;
  return code === 'login_invalid' ? ({ field: 'user_password', problem: 'passwordWrong' } as const) : null;
}

/** The same for a refused registration. */
export function registerRefusal(code: ErrorCode | null) {
  if (code === 'register_username_taken') return { field: 'username', problem: 'usernameTaken' } as const;
  return code === 'register_referrer_unknown'
    ? ({ field: 'referral_username', problem: 'referrerUnknown' } as const)
    : null;
}

export function canRegister(form: RegisterForm): boolean {
  return Object.values(registerProblems(form)).every((problem) => problem === null);
}

/** The referrer as the api wants it: null when there is none. */
export function referrerOf(form: RegisterForm): string | null {
  return form.referral_username.trim() || null;
}

/** Names are the same in any case; two empty ones are no names. */
function sameName(one: string, other: string): boolean {
  const name = one.trim().toLowerCase();
  return name !== '' && name === other.trim().toLowerCase();
}
