import { FilesError } from '../files.ts';
import { folderWorlds } from '../file-agent/folder-worlds.ts';
import type { RealmWorlds } from '../worlds.ts';
import type { FakePlace } from './fake-place.ts';

/** The same operations as those of a file agent, in this process. */
export function fakeWorlds(place: FakePlace, realmId: string): RealmWorlds {
  async function worlds(): Promise<RealmWorlds> {
    if (!place.realms.has(realmId) && !place.folders.has(realmId)) throw new FilesError('absent');
    return folderWorlds((await place.folders.folder(realmId)).root, place.archives.worlds);
  }
  async function stopped(): Promise<RealmWorlds> {
    if ((place.realms.get(realmId)?.state ?? null) !== null) throw new FilesError('realm_running');
    return worlds();
  }
  return {
    copy: async (id, settings) => (await worlds()).copy(id, settings),
    pack: async (id) => (await worlds()).pack(id),
    unpack: async (id, archive) => (await worlds()).unpack(id, archive),
    makeEmpty: async (id) => (await worlds()).makeEmpty(id),
    exchange: async (id) => (await stopped()).exchange(id),
    putBack: async (id) => (await stopped()).putBack(id),
    drop: async (id) => (await worlds()).drop(id),
  };
}
