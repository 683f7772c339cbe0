import { ApiError } from '@realmkeep/contract/client';
import type { Messages } from '../../i18n/messages.ts';

/** What a refused creation is called, and what to do about it where its status says that. */
export function creationProblem({ errorTitles, errorTexts }: Messages['realm']['create'], error: unknown) {
  // The messages by status are about names and addresses.
  const isOfKernel = error instanceof ApiError && /^(kernel|programs)_/.test(error.code ?? '');
  const status = error instanceof ApiError && !isOfKernel ? error.status : 0;
  const known = ([400, 405, 409, 503] as const).find((one) => one === status);
  return known ? { title: errorTitles[known], advice: errorTexts[known] } : { title: errorTitles.other, advice: null };
}
