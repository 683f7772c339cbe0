/** Writes src/db/schema.gen.ts from a freshly migrated database; with --verify it only says whether the file is up to date. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@realmkeep/postgres';
import { migrate } from '../src/db/migrate.ts';

const postgres = await startTestPostgres();
try {
  await migrate(postgres.url);
  const out = fileURLToPath(new URL('../src/db/schema.gen.ts', import.meta.url));
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      `--url=${postgres.url}`,
      '--dialect=postgres',
      '--exclude-pattern=migrations',
      `--out-file=${out}`,
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
} finally {
  await postgres.stop();
}
