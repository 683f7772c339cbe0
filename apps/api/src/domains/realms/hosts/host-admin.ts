import { deriveHostKey, writeHostKey } from '@realmkeep/runtime/remote';
import type { Db } from '../../../db/pool.ts';
import { readGameAddress, readHostAddress } from './host-address.ts';
import { adoptRealms, deleteHost, insertHost } from './host-queries.ts';

/** For the console of the machine: hosts come and go. */

interface NewHost {
  name: string;
  /** As `readHostAddress` reads it. */
  address: string;
  /** As read by `readGameAddress`; null: what the host reports, which is on this machine. */
  gameAddress: string | null;
  /** Whether realms that have none are on it, as those that the api has run itself. */
  adopts: boolean;
}

/**
 * @param installationKey what hosts' keys are derived from
 * @returns the host's key, for its settings, and how many realms it has adopted
 * @throws Error about an address, or where the name is taken
 */
export async function hostAdd(
  db: Db,
  { name, address, gameAddress, adopts }: NewHost,
  installationKey: string,
): Promise<{ key: string; adopted: number }> {
  readHostAddress(address);
  if (gameAddress !== null) readGameAddress(gameAddress);
  return db.transaction().execute(async (tx) => {
    const id = await insertHost(tx, { name, address, game_address: gameAddress });
    const adopted = adopts ? await adoptRealms(tx, id) : 0;
    return { key: writeHostKey(deriveHostKey(installationKey, id)), adopted };
  });
}

/** @throws Error when there is none, or realms are on it */
export async function hostRemove(db: Db, name: string): Promise<void> {
  if (!(await deleteHost(db, name))) throw new Error(`No host is called ${name}, or it has realms.`);
}
