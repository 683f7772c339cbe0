import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FakeVersion } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { planAddon } from '../src/domains/worlds/addons/addon-plan.ts';
import type { InstalledAddon } from '../src/domains/worlds/addons/installed-addons.ts';
import { Modrinth } from '../src/integrations/modrinth/modrinth.ts';
import { startTestModrinth, type TestModrinth } from './test-modrinth.ts';

const fit = { loaders: ['paper'], game: '1.20.4' };

let fake: TestModrinth;
let modrinth: Modrinth;
beforeAll(async () => {
  fake = await startTestModrinth();
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.projects.length = 0;
  modrinth = new Modrinth({ base: new URL(fake.url), userAgent: 'a test' });
});

function add(id: string, more: Partial<FakeVersion> = {}): void {
  const version: FakeVersion = {
    id: `v${id}`,
    number: '1.0',
    type: 'release',
    published: '2025-01-01',
    loaders: ['paper'],
    games: ['1.20.4'],
    filename: `${id}.jar`,
    bytes: Buffer.from(id),
    ...more,
  };
  fake.projects.push({ id, title: id, description: '', downloads: 0, versions: [version] });
}

/** An installed file. */
async function there(id: string, enabled = true): Promise<InstalledAddon> {
  const name = `${id}.jar${enabled ? '' : '.disabled'}`;
  const found = await modrinth.version(`v${id}`, fit);
  return { kind: 'PLUGIN', name, bytes: id.length, version: '1', enabled, hash: null, found };
}

const plan = (projectId: string, ...installed: InstalledAddon[]) =>
  planAddon(modrinth, { kind: 'PLUGIN', projectId, fit }, installed);
const conflict = (projectId: string) => ({ problem: 'CONFLICT', subject: { projectId } });

test('a version that is required by its own id is brought, and without it nothing is', async () => {
  add('Needed');
  add('Needing', { requiresVersions: ['vNeeded'] });
  expect((await plan('Needing')).put.map(({ version }) => version.id)).toEqual(['vNeeded', 'vNeeding']);
  add('Old', { games: ['1.8'] });
  add('Stale', { requiresVersions: ['vOld'] });
  await expect(plan('Stale')).rejects.toMatchObject({ problem: 'NO_VERSION', subject: { projectId: 'Stale' } });
});

test.each(['../../evil.jar', '.evil\u202ejar.jar', 'evil.sh'])('a file called %j is none', async (filename) => {
  add('Evil', { filename });
  await expect(plan('Evil')).rejects.toMatchObject({ problem: 'NO_VERSION' });
});

test('what is off clashes with nothing, and does once it is turned on', async () => {
  add('Quiet', { incompatible: ['Loud'] });
  add('Loud');
  add('Fan', { requires: ['Quiet'] });
  await expect(plan('Loud', await there('Quiet', false))).resolves.toMatchObject({
    put: [{ version: { id: 'vLoud' } }],
  });
  await expect(plan('Loud', await there('Quiet'))).rejects.toMatchObject(conflict('Quiet'));
  await expect(plan('Fan', await there('Quiet', false), await there('Loud'))).rejects.toMatchObject(conflict('Loud'));
  fake.projects[0]?.versions.push({ ...newer('Quiet'), incompatible: ['Loud'] });
  await expect(plan('Quiet', await there('Quiet', false), await there('Loud'))).resolves.toMatchObject({
    put: [{ version: { id: 'vQuiet2' } }],
  });
});

function newer(id: string): FakeVersion {
  const [version] = fake.projects.find((project) => project.id === id)?.versions ?? [];
  if (!version) throw new Error('there is no such project');
  return { ...version, id: `v${id}2`, number: '2.0', published: '2025-02-01', bytes: Buffer.from(`${id} 2`) };
}
