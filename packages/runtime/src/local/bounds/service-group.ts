import type { RealmLimits } from '@realmkeep/realm-protocol';
import { findCgroups, makeGroups } from './cgroup.ts';

/** Folders of cgroups with these limits for a service beside the realms, to be joined by it; none where no groups can be made. */
export async function serviceGroup(name: string, limits: RealmLimits): Promise<string[]> {
  const cgroups = process.getuid?.() === 0 ? await findCgroups() : null;
  return cgroups === null ? [] : await makeGroups(cgroups, name, limits);
}
