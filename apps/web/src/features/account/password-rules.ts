import { passwordProblem } from '@realmkeep/contract/rules';
import type { Messages } from '../../i18n/messages.ts';

type Problem = keyof Messages['account']['password']['problems'];

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  repeatNewPassword: string;
}

/** The problem of each field of a password change; null if there is none. */
export function passwordProblems(form: PasswordForm): Record<keyof PasswordForm, Problem | null> {
  const problem = passwordProblem(form.newPassword);
  return {
    oldPassword: null,
    newPassword: problem && (problem === 'too_long' ? 'passwordLong' : 'passwordShort'),
    repeatNewPassword: form.repeatNewPassword === form.newPassword ? null : 'passwordsDiffer',
  };
}

export function canChangePassword(form: PasswordForm): boolean {
  return form.oldPassword !== '' && Object.values(passwordProblems(form)).every((problem) => problem === null);
}
