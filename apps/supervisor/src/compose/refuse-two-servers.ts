import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

/** With another server for realms' databases the built-in one does not run. @throws StartError where a realm has its database there */
export async function refuseTwoServers({
  DATA_DIR,
  REALM_DATABASE_URL,
}: Pick<Config['values'], 'DATA_DIR' | 'REALM_DATABASE_URL'>): Promise<void> {
  if (!REALM_DATABASE_URL) return;
  const doors = await readFile(join(DATA_DIR, 'guests/doors.json'), 'utf8').catch(() => '[]');
  if ((JSON.parse(doors) as { server: string }[]).some(({ server }) => server === 'guests'))
    throw new StartError(
      'REALM_DATABASE_URL: realms have databases on the built-in server, which only bin/start keeps beside another.',
    );
}
