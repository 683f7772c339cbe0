import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { manyPlayers } from '@realmkeep/testkit/people';
import { emptyPlace, endProduct, prepareData } from '@realmkeep/testkit/place';
import { type Place, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';

declare module 'vitest' {
  export interface ProvidedContext {
    sharedPlace: Place;
  }
}

/** Starts a product for all test files that neither end it nor need special settings; each uses its own names for players and realms. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Builds the product if its sources have changed since the last build, in production mode.
  execFileSync('bash', ['-c', 'unset NODE_ENV; source bin/bootstrap.sh; build_all'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const place = { ...(await emptyPlace()), sftpPort: await freePort() };
  const settings = {
    'require-chat-link': 'false',
    'logins-per-address': '100000',
    'max-logins-per-minute': '1000',
    // Realms run on after their test files have ended, and idle ones use a tenth of the memory reserved for them.
    'realm-memory-mib': '65536',
    'support-url': 'https://support.example/',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const product = startProduct(place, [...manyPlayers, ...flags]);
  const [removePrepared] = await Promise.all([prepareData(), product.started]);
  project.provide('sharedPlace', place);
  return async () => {
    await endProduct(product, place);
    await removePrepared();
  };
}
