import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eulaUrl, isInstallingModpack, worldEditProject } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { packFile, packIndex, packVersion } from '../../fake-providers/src/modrinth/fake-packs.ts';
import { type FakeVersion, sandboxProjects } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { freshAddress, makeUser, untilPhase } from './people.ts';
import { startTestKernels } from './test-kernels.ts';
import { startJavaApi, startTestModrinth } from './test-modrinth.ts';

const within = { timeout: 40_000, interval: 25 };

function sandboxVersion(projectId: string): FakeVersion {
  const versions = sandboxProjects.find((project) => project.id === projectId)?.versions;
  const version = versions?.find(({ loaders }) => loaders.includes('fabric'));
  if (!version) throw new Error('there is no such mod');
  return version;
}

test('WorldEdit is neither offered nor installed on Fabric, where its limits could not be held', async () => {
  await using modrinth = await startTestModrinth();
  await using makers = await startTestKernels({ versions: { '1.16.5': 8 }, jar: async () => randomBytes(1000) });
  const dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-worldedit-'));
  await using api = await startJavaApi({ modrinth, makers, dataDir });
  const { client } = await makeUser(api, 'DRAGON');
  const [worldEdit, carts] = [sandboxVersion(worldEditProject), sandboxVersion('Sw1ftCar')];
  const needing = { ...carts, id: 'BuilderA', bytes: Buffer.from('needs it'), requires: [worldEditProject] };
  const newer = { ...worldEdit, id: 'W0rldEdG', number: '7.4.0', published: '2025-06-01', bytes: Buffer.from('newer') };
  const index = (url: string) => packIndex('Test', [packFile(url, carts), packFile(url, worldEdit)]);
  const pack = { index, entries: [{ name: 'overrides/mods/we.jar', content: worldEdit.bytes }] };
  const project = { description: '', downloads: 0 };
  modrinth.projects.push(
    { ...project, id: 'Builder1', title: 'Builder', versions: [needing] },
    {
      ...project,
      id: 'TestPack',
      title: 'Test',
      isPack: true,
      versions: [packVersion('TestPacA', '1.0', '2025-01-01', pack)],
    },
    { ...project, id: worldEditProject, title: 'WorldEdit', versions: [newer] },
  );

  // Also when it came with a modpack.
  const names = { user_realm_name: 'My Pack', domain_name: freshAddress() };
  const { id } = await client.realmModpackCreate({
    body: { projectId: 'TestPack', versionId: 'TestPacA', ...names, eula: eulaUrl },
  });
  const params = { id };
  const made = () => client.realmModpack({ params });
  await expect.poll(async () => isInstallingModpack((await made())?.state ?? 'DONE'), within).toBe(false);
  expect(await made()).toMatchObject({ state: 'DONE', leftOut: ['we.jar', worldEdit.filename] });
  const mods = join(api.runtime.place.folders.path(id), 'mods');
  expect(readdirSync(mods)).toEqual([carts.filename]);
  await untilPhase(client, id, 'READY');

  const { items } = await client.realmAddonSearch({ params, query: { kind: 'MOD' } });
  expect(items.map(({ title }) => title)).toEqual(['Swift Carts', 'Builder']);
  const install = (projectId: string) => client.realmAddonInstall({ params, body: { kind: 'MOD', projectId } });
  await expect(install(worldEditProject)).rejects.toMatchObject({ status: 409, code: 'addon_unbounded' });
  await install('Builder1');
  const see = () => client.realmAddons({ params });
  await expect.poll(async () => (await see()).order?.state, within).toBe('FAILED');
  expect((await see()).order).toMatchObject({ problem: 'UNBOUNDED', subject: 'WorldEdit' });
  expect(readdirSync(mods)).toEqual([carts.filename]);

  // A file added by hand stays, and nothing newer is offered.
  writeFileSync(join(mods, 'by-hand.jar'), worldEdit.bytes);
  const byHand = (await see()).addons.find(({ name }) => name === 'by-hand.jar');
  expect(byHand).toMatchObject({ project: { title: 'WorldEdit' }, version: '7.3.0', update: null });
  await rm(dataDir, { recursive: true, force: true });
});
