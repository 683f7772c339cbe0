import { promisify } from 'node:util';
import { eulaUrl, type RealmFilesWork } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { AppError } from '../src/http/app-error.ts';
import { toPaper } from './insert-jar.ts';
import { makeAdmin } from './people-money.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { logInBySftp } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A machine that cannot sandbox players' programs. */

const why = 'the program bwrap is missing: apt-get install bubblewrap';
const missing = { network: false, processes: false, files: false, calls: false, why };
const off = { status: 409, code: 'programs_off' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function ownerOn(api: TestApi): Promise<{ owner: TestUser; id: string; address: string }> {
  const owner = await makeUser(api, 'GHAST');
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id, address };
}

test('servers in Java are not to be had without walls, and one that was there does not start', async () => {
  await using api = await startTestApi({ machine: { walls: missing } });
  const { owner, id } = await ownerOn(api);
  const { client } = owner;
  const params = { id };
  await expect(client.realmKernel({ params })).resolves.toMatchObject({ programs: false, internet: true });
  const body = { kernel: 'paper', version: '1.16.5', eula: eulaUrl } as const;
  await toPaper(api.config.databaseUrl, id, '1.16.5');
  await expect(client.realmPowerSet({ params: { realmId: id }, body: { power: 'RESTART' } })).rejects.toMatchObject(
    off,
  );
  await untilPhase(client, id, 'QUEUED');
  await expect(client.realmGet({ params })).resolves.toMatchObject({ kernel: { kernel: 'paper', runsHere: false } });
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect(client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } })).rejects.toMatchObject(off);
  await expect(client.realmKernelChange({ params, body })).rejects.toMatchObject(off);
});

test('no plugin is taken without walls, on whatever way; other files are', async () => {
  await using api = await startTestApi({ machine: { walls: missing } });
  const { owner, id } = await ownerOn(api);
  const { client } = owner;
  const params = { id };
  const save = (path: string) => client.realmFileSave({ params, query: { path }, bytes: bytesOf('x') });
  for (const path of ['plugins/a.jar', 'plugins/config.yml', 'Mods/b/c.txt', 'config/d.JAR', 'e.jar']) {
    await expect(save(path)).rejects.toMatchObject(off);
  }
  await save('config/f.txt');
  const move = (to: string) => client.realmFilesMove({ params, body: { moves: [{ from: 'config/f.txt', to }] } });
  await expect(move('config/f.jar')).rejects.toMatchObject(off);
  await expect(move('plugins')).rejects.toMatchObject(off);
  await move('config/pluginsf.txt');

  const body = { name: 'g.jar', size: 1, purpose: { kind: 'FILE' as const, realmId: id, path: 'config/g.jar' } };
  const { id: uploadId } = await client.uploadStart({ body });
  await client.uploadAppend({ params: { id: uploadId }, query: { offset: 0 }, bytes: bytesOf('x') });
  await expect(client.realmUploadFinish({ params, body: { uploadId, replace: false } })).rejects.toMatchObject(off);

  const work = async () => (await client.realmFilesWork({ params })).work;
  const ended = async (): Promise<RealmFilesWork | null> => {
    await expect.poll(async () => (await work())?.state).not.toMatch(/WAITING|RUNNING/);
    return work();
  };
  await client.realmFilesArchive({ params, body: { folder: 'config', names: ['pluginsf.txt'], name: 'h.zip' } });
  expect(await ended()).toMatchObject({ state: 'DONE' });
  await client.realmFilesExtract({ params, body: { path: 'config/h.zip', into: 'plugins/h' } });
  expect(await ended()).toMatchObject({ state: 'FAILED', error: 'programs_off' });
});

test('SFTP takes no plugin without walls either, says so when it is opened, and does all else', async () => {
  await using api = await startTestApi({ machine: { walls: missing }, sftp: true });
  const { owner, address } = await ownerOn(api);
  const { ssh, sftp, open, put, names, rename } = await logInBySftp(api, owner.nickname);
  const at = (path: string) => `/${address}/${path}`;
  const refused = { code: 4, message: new AppError('programs_off').message };
  for (const path of ['plugins/a.jar', 'plugins/config.yml', 'config/d.JAR']) {
    await expect(open(at(path), 'w')).rejects.toMatchObject(refused);
  }
  await put(at('config/e.txt'), 'e');
  await put(at('config/f.txt'), 'f');
  const replace = promisify(sftp.ext_openssh_rename.bind(sftp));
  for (const to of ['plugins/f.txt', 'config/f.jar']) {
    await expect(rename(at('config/f.txt'), at(to))).rejects.toMatchObject(refused);
    await expect(replace(at('config/f.txt'), at(to))).rejects.toMatchObject(refused);
  }
  await replace(at('config/f.txt'), at('config/e.txt'));
  await expect(names(at('config'))).resolves.toEqual(['e.txt']);
  await expect(names(at('plugins'))).resolves.toEqual([]);
  ssh.end();
});

test('an operator may go without walls, by a setting that names the risk; their page says what is so', async () => {
  const wayOut = 'only root can make networks';
  await using api = await startTestApi({
    machine: { walls: missing, wayOut },
    environment: { PROGRAMS_WITHOUT_WALLS: 'accept-risk' },
  });
  const { owner, id } = await ownerOn(api);
  const { client } = owner;
  await expect(client.realmKernel({ params: { id } })).resolves.toMatchObject({ programs: true });
  await client.realmFileSave({ params: { id }, query: { path: 'plugins/a.jar' }, bytes: bytesOf('x') });
  await expect(client.adminMachine()).rejects.toMatchObject({ status: 403 });
  const admin = await makeAdmin(api);
  await expect(admin.client.adminMachine()).resolves.toMatchObject({ programs: 'RISK', walls: missing, wayOut });
});

test('where the walls stand a server in Java may lack the internet, which its page says', async () => {
  await using api = await startTestApi({ machine: { wayOut: 'only root can make networks' } });
  const { owner, id } = await ownerOn(api);
  await expect(owner.client.realmKernel({ params: { id } })).resolves.toMatchObject({
    programs: true,
    internet: false,
  });
  const admin = await makeAdmin(api);
  await expect(admin.client.adminMachine()).resolves.toMatchObject({ programs: 'ON', walls: { network: true } });
});
