import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseRules } from './house-rules.ts';

/** For each rule of the house a file that breaks it, and nothing else. */
const breaches: Record<string, [path: string, text: string]> = {
  'apps-apart': ['apps/gateway/src/a.ts', "import { startApp } from '../../api/src/app.ts';"],
  'api-tests-play-providers': ['apps/api/test/dc.ts', "import { main } from '../../gateway/src/main.ts';"],
  'realm-tests-play-the-game': ['apps/realm-server/test/rg.ts', "import { main } from '../../gateway/src/main.ts';"],
  'packages-by-name': ['e2e/b.ts', "import { rules } from '../packages/contract/src/rules.ts';"],
  'settings-by-name': [
    'apps/api/src/a.ts',
    "import { settingsTable } from '../../../packages/settings/src/settings.ts';",
  ],
  'testkit-for-tests': ['packages/archives/src/kk.ts', "import { becomes } from '@realmkeep/testkit/becomes';"],
  'contract-zod-alone': ['packages/contract/src/c.ts', "import { join } from 'node:path';"],
  'depend-on-nothing': ['packages/postgres/src/d.ts', "import { shortPath } from '@realmkeep/sockets';"],
  'realm-protocol-zod-alone': ['packages/realm-protocol/src/r.ts', "import { z } from 'zod';"],
  'runtime-knows-nobody': ['packages/runtime/src/e.ts', "import type { Tier } from '@realmkeep/contract';"],
  'gateway-needs': ['apps/gateway/src/f.ts', "import { endpoints } from '@realmkeep/contract';"],
  'guests-need': ['apps/guests/src/cc.ts', "import { tiers } from '@realmkeep/contract';"],
  'host-needs': ['apps/host/src/ed.ts', "import { tiers } from '@realmkeep/contract';"],
  'fake-providers-need': ['apps/fake-providers/src/ec.ts', "import { tiers } from '@realmkeep/contract';"],
  'realm-server-needs': ['apps/realm-server/src/g.ts', "import { RuntimeError } from '@realmkeep/runtime';"],
  'supervisor-needs': ['apps/supervisor/src/h.ts', "import { tiers } from '@realmkeep/contract';"],
  'api-needs': ['apps/api/src/i.ts', "import { startPostgres } from '@realmkeep/postgres';"],
  'one-database-client': ['apps/api/src/bb.ts', "import { Client } from 'pg';"],
  'own-queries': ['apps/api/src/domains/files/j.ts', "import { takeLease } from '../realms/realm-queries.ts';"],
  'routes-first': ['apps/api/src/domains/realms/k.ts', "import { realmRoutes } from './realm-routes.ts';"],
  'queries-take-db': [
    'apps/api/src/domains/realms/l-queries.ts',
    "import { AppError } from '../../http/app-error.ts';",
  ],
  'policies-pure': ['apps/api/src/domains/realms/m-policy.ts', "import { sql } from 'kysely';"],
  'web-needs': ['apps/web/src/n.ts', "import { createFakeRuntime } from '@realmkeep/runtime/fake';"],
  'web-without-zod': ['apps/web/src/o.ts', "import { RealmLive } from '@realmkeep/contract/realms';"],
  'pages-apart': ['apps/web/src/pages/home/p.ts', "import { AccountPage } from '../account/AccountPage.tsx';"],
  'web-routes': ['apps/web/src/routes/dd.ts', "import { App } from '../App.tsx';"],
  'web-pages': ['apps/web/src/pages/home/ee.ts', "import { createAppRouter } from '../../routes/routes.tsx';"],
  'web-layouts': ['apps/web/src/layouts/q.ts', "import { HomePage } from '../pages/home/HomePage.tsx';"],
  'web-features': ['apps/web/src/features/realm/r.ts', "import { Header } from '../../layouts/Header.tsx';"],
  'web-api': ['apps/web/src/api/ff.ts', "import { useProfile } from '../features/account/use-profile.ts';"],
  'web-session': ['apps/web/src/session/gg.ts', "import { queries } from '../api/query-client.ts';"],
  'web-shared': ['apps/web/src/shared/hh.ts', "import { sessionState } from '../session/use-session.ts';"],
  'web-i18n': ['apps/web/src/i18n/ii.ts', "import { paths } from '../shared/paths.ts';"],
  'web-ui': ['apps/web/src/ui/jj.ts', "import { useI18n } from '../i18n/I18nProvider.tsx';"],
  'ui-alone': ['apps/web/src/ui/s.ts', "import { ApiError } from '@realmkeep/contract/client';"],
};

/** And what the other rules forbid. */
const others: Record<string, [path: string, text: string, rule: string]> = {
  cycle: ['apps/api/src/t.ts', "import { u } from './u.ts';\nexport const t = u;", 'import(no-cycle)'],
  climb: [
    'apps/api/src/domains/coins/dd.ts',
    "import { realmInsert } from '../realms/realm-insert.ts';",
    '(groups-in-order)',
  ],
  'climb in a realm': [
    'apps/realm-server/src/identity/gg.ts',
    "import { startJavaKernel } from '../servers/java/java-kernel.ts';",
    '(groups-in-order)',
  ],
  'climb in the runtime': [
    'packages/runtime/src/local/disk/hh.ts',
    "import { LocalRuntime } from '../local-runtime.ts';",
    '(groups-in-order)',
  ],
  'climb among features': [
    'apps/web/src/features/live/ii.ts',
    "import { RealmMenu } from '../realm/RealmMenu.tsx';",
    '(groups-in-order)',
  ],
  'climb to what puts the app together': [
    'apps/api/src/http/ee.ts',
    "import { startApp } from '../app.ts';",
    '(groups-in-order)',
  ],
  'group without a place': [
    'apps/api/src/domains/new/ff.ts',
    "import { AppError } from '../../http/app-error.ts';",
    '(groups-in-order)',
  ],
  barrel: ['packages/protocol/src/v.ts', "export * from './frame.ts';", 'oxc(no-barrel-file)'],
  environment: ['apps/api/src/w.ts', 'export const home = process.env.HOME;', 'node(no-process-env)'],
  length: ['apps/api/src/x.ts', 'export {};\n'.repeat(401), 'eslint(max-lines)'],
  name: ['apps/api/src/realmThings.ts', 'export {};', 'unicorn(filename-case)'],
  text: ['apps/web/src/pages/y/Y.tsx', 'export const Y = () => <p>Hello</p>;', 'messages(in-messages)'],
  label: ['apps/web/src/pages/z/Z.tsx', 'export const Z = () => <hr aria-label="Hello" />;', 'messages(in-messages)'],
  number: ['apps/web/src/aa.ts', 'export const text = (n: number) => n.toFixed(1);', 'messages(in-messages)'],
};

const root = fileURLToPath(new URL('..', import.meta.url));
let copy: string;
let printed: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'realmkeep-rules-'));
  await cp(join(root, 'lint'), join(copy, 'lint'), { recursive: true });
  await cp(join(root, 'oxlint.config.ts'), join(copy, 'oxlint.config.ts'));
  const files = [...Object.values(breaches), ...Object.values(others)].map(([path, text]) => [path, text] as const);
  const more = [
    ['package.json', '{"type":"module"}'],
    ['apps/api/src/u.ts', "import { t } from './t.ts';\nexport const u = t;"],
    ['packages/protocol/src/frame.ts', 'export const frame = 1;'],
  ] as const;
  for (const [path, text] of [...files, ...more]) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
  const oxlint = promisify(execFile)(join(root, 'node_modules/.bin/oxlint'), ['--format=unix'], { cwd: copy });
  printed = await oxlint.then(
    ({ stdout }) => stdout,
    (failed: { stdout: string }) => failed.stdout,
  );
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('there is a breach for each rule', () => {
  expect(Object.keys(breaches)).toEqual(houseRules.map((rule) => rule.name));
});

test.each(Object.entries(breaches))('%s is a lint failure', (rule, [path]) => {
  expect(printed.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`${path}:.*\\(${rule}\\)`)));
});

test.each(Object.entries(others))('%s is a lint failure', (_what, [path, , rule]) => {
  const line = printed.split('\n').find((line) => line.includes(`${path}:`) && line.includes(rule));
  expect(line).toBeDefined();
});
