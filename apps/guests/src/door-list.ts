import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

const DoorList = z.array(
  z.object({
    realmId: z.uuid(),
    /** Of the database and of its role. */
    name: z.string().regex(/^realm_[0-9a-f]{32}$/),
    server: z.enum(['guests', 'named']),
    /** Its largest size; above that its sessions are ended. */
    closedAboveBytes: z.int(),
  }),
);

export type Door = z.infer<typeof DoorList>[number];

/** The list of doors, which the api writes, whole each time. */
export class DoorFile {
  readonly #path: string;
  #seen = '';
  doors: Door[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads it if it has changed. A missing file is no doors. @throws when it cannot be understood */
  async look(): Promise<void> {
    const found = await stat(this.#path, { bigint: true }).catch(() => null);
    const seen = found ? `${found.ino} ${found.mtimeNs}` : '';
    if (seen === this.#seen) return;
    this.doors = found ? DoorList.parse(JSON.parse(await readFile(this.#path, 'utf8'))) : [];
    this.#seen = seen;
  }
}
