import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { connectionTo, DatabaseClient } from './db/client.ts';
import { StartRefused } from './start-refused.ts';

const File = z.object({ id: z.uuid() });

/** The installation that the data folder belongs to; null: a folder that no installation has used. */
async function folderId(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return File.parse(JSON.parse(text)).id;
  } catch {
    throw new StartRefused(`${file} cannot be understood: restore it from a copy.`);
  }
}

async function writeFolderId(file: string, id: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify({ id })}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}

/**
 * Checks that database and data folder belong together: with another folder every realm would start from an empty world. The first folder
 * used with a database becomes its own.
 * @param adopt makes this folder the database's, whichever it had before
 * @throws StartRefused, with the way out in its message
 */
export async function checkInstallation(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  adopt: boolean,
): Promise<void> {
  const client = new DatabaseClient(connectionTo(databaseUrl));
  await client.connect();
  try {
    await client.query('begin');
    // One start at a time decides.
    const found = await client.query<{ id: string; bound: boolean }>(
      'select id, bound_at is not null as bound from installation for update',
    );
    const installation = found.rows[0];
    if (!installation) throw new Error('the table installation is empty');
    await mkdir(dataDir, { recursive: true });
    const file = join(dataDir, 'installation.json');
    const present = await folderId(file);
    if (present !== installation.id) {
      if (!adopt) refuseForeign(dataDir, present, installation);
      await writeFolderId(file, installation.id);
    }
    if (!installation.bound) await client.query('update installation set bound_at = now()');
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const wayOut =
  'If the right folder is lost for good, bin/start --adopt-data-dir makes this one its own, once: realms whose worlds are not in it then stay off until a backup is restored.';

function refuseForeign(dataDir: string, present: string | null, { id, bound }: { id: string; bound: boolean }): void {
  if (present !== null) {
    throw new StartRefused(
      `The data folder ${dataDir} belongs to installation ${present}, and the database to installation ${id}.\n` +
        `Give the DATA_DIR and the DATABASE_URL that belong together. ${wayOut}`,
    );
  }
  if (bound) {
    throw new StartRefused(
      `The database belongs to installation ${id}, whose data folder is another one: ${dataDir} has no installation.json.\n` +
        `Give the right DATA_DIR, or mount what belongs there. ${wayOut}`,
    );
  }
}
