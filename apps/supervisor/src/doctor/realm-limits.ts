import { tmpdir } from 'node:os';
import { probeEnforcement } from '@realmkeep/runtime/local';
import { good, note, type Finding } from './finding.ts';

/** How realms are bounded on this machine. Needs the packages, which may not be installed yet. */
export async function checkRealmLimits(): Promise<Finding> {
  const { memory, cpu, processes, ownUser } = await probeEnforcement(tmpdir());
  const words = `memory by ${memory}, processor by ${cpu}, processes by ${processes}, ${ownUser ? 'a user each' : 'one user for all'}`;
  const weak = [memory, cpu, processes].some((means) => means === 'none') || !ownUser;
  if (!weak) return good('limits', words);
  const shared = ownUser ? '' : ' A plugin that somebody puts into a Paper realm reads whatever this user may read.';
  return note(
    'limits',
    `${words}. What is missing, a realm can take more than its share of.${shared} Root has them all, where there are cgroups.`,
  );
}
