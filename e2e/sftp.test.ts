import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@realmkeep/contract';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { blockName, dig, groundAround, joinWhenUp } from './game-client.ts';
import { createRealm, keepTokens, logIn, password, register, type Tokens } from '@realmkeep/testkit/people';

/** A realm's files through common SFTP programs: OpenSSH's, lftp, rclone and sshfs. */

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let folder: string;
let client: Client;
let tokens: Tokens;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(dirname(place.dataDir), 'sftp-'));
  await register(url, 'Sftp_1');
  tokens = await logIn(url, 'Sftp_1');
  id = await createRealm(url, tokens.token, 'shelf');
  client = createClient({ baseUrl: `${url}/api`, token: async () => tokens.token });
  await phaseIs('READY');
});

const onDisk = (path: string) => join(place.dataDir, 'realms', id, path);
const phaseIs = (phase: string) =>
  vi.waitUntil(async () => (await client.realmGet({ params: { id } })).live.phase === phase, 50_000);

/** Runs the commands one after another until one fails. @returns the output */
async function sftp(commands: string[], typed = password): Promise<string> {
  const [batch, askpass] = [join(folder, '.batch'), join(folder, '.askpass')];
  await writeFile(batch, `${commands.join('\n')}\n`);
  await writeFile(askpass, `#!/bin/sh\necho '${typed}'\n`);
  await chmod(askpass, 0o700);
  const options = [
    'BatchMode=no',
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile=${join(folder, '.known')}`,
    'NumberOfPasswordPrompts=1',
  ];
  const args = ['-P', String(place.sftpPort), ...options.flatMap((option) => ['-o', option]), '-b', batch];
  const { stdout, stderr } = await promisify(execFile)('/usr/bin/sftp', [...args, 'Sftp_1@127.0.0.1'], {
    cwd: folder,
    env: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' },
  });
  return stdout + stderr;
}

const joinAs = (nickname: string) => joinWhenUp(place.gamePort, 'shelf.localhost', nickname);

/** @returns the output @throws Error with the output, when the program fails */
async function run(program: string, args: string[], cwd = folder): Promise<string> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder };
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, timeout: 120_000 });
  return stdout + stderr;
}

const keyOptions = (key = 'key') =>
  [
    `IdentityFile=${join(folder, key)}`,
    'IdentitiesOnly=yes',
    'BatchMode=yes',
    `UserKnownHostsFile=${join(folder, '.known')}`,
    'StrictHostKeyChecking=accept-new',
  ].flatMap((option) => ['-o', option]);

/** Creates a folder tree with small files of different ages. @returns its name and that of one file */
async function makeFiles(name: string): Promise<string> {
  await mkdir(join(folder, name, 'inner'), { recursive: true });
  for (let n = 0; n < 24; n += 1) {
    const file = join(folder, name, n % 2 ? 'inner' : '.', `file ${n}.txt`);
    await writeFile(file, `the words of ${n}`);
    await utimes(file, 1_500_000_000 + n, 1_500_000_000 + n);
  }
  return name;
}

/** Why nothing can be mounted here; null where mounting works. */
async function whyNoFuse(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root mounts without a helper of root’s';
  return open('/dev/fuse', constants.O_RDWR).then(
    (device) => device.close().then(() => null),
    (error: Error) => error.message,
  );
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the page tells how to get there, and the key that the client meets is the one that it names', async () => {
  await expect(sftp(['ls'], 'a wrong password')).rejects.toMatchObject({
    stderr: expect.stringContaining('Invalid username or password') as string,
  });
  expect(await sftp(['ls -1 /', 'ls -1 /shelf'])).toContain('/shelf/world');
  const known = (await promisify(execFile)('ssh-keygen', ['-lf', join(folder, '.known')])).stdout;
  const browser = await sharedBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    await keepTokens(page, url, tokens);
    await page.goto(`${url}/realm/files?id=${id}`);
    const card = page.getByRole('region', { name: 'SFTP' });
    await card.getByText(String(place.sftpPort)).waitFor();
    const fingerprint = await card.getByText('SHA256:').textContent();
    expect(known).toContain(fingerprint);
    await card.getByText('/shelf', { exact: true }).waitFor();
    await card.getByText('Sftp_1', { exact: true }).waitFor();
  } finally {
    await closePages(browser);
  }
});

test('files go up and come back as they were; a setting is edited', async () => {
  const content = randomBytes(64 * 1024 * 1024);
  await writeFile(join(folder, 'big.bin'), content);
  await writeFile(join(folder, 'server.properties'), 'motd=hello\n');
  await sftp(['put big.bin /shelf/plugins/', 'put server.properties /shelf/config/', 'mkdir /shelf/config/old']);
  expect(sumOf(await readFile(onDisk('plugins/big.bin')))).toBe(sumOf(content));
  await writeFile(join(folder, 'server.properties'), 'motd=edited\n');
  const listed = await sftp([
    'put server.properties /shelf/config/',
    'rename /shelf/plugins/big.bin /shelf/config/old/bigger.bin',
    'get /shelf/config/old/bigger.bin back.bin',
    'ls -l /shelf/config/old',
    'rm /shelf/config/old/bigger.bin',
    'rmdir /shelf/config/old',
  ]);
  expect(listed).toMatch(/-rw-------.* 67108864 .*bigger\.bin/);
  expect(sumOf(await readFile(join(folder, 'back.bin')))).toBe(sumOf(content));
  expect(await readFile(onDisk('config/server.properties'), 'utf8')).toBe('motd=edited\n');
  await expect(sftp(['put big.bin /shelf/world/'])).rejects.toThrow('Command failed');
});

test('a key is added on the account’s page, lets OpenSSH in by itself, and is removed there', async () => {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'laptop', '-f', 'key']);
  await run('ssh-keygen', ['-q', '-t', 'rsa', '-b', '3072', '-N', '', '-C', 'old laptop', '-f', 'key-rsa']);
  const browser = await sharedBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    await keepTokens(page, url, tokens);
    await page.goto(`${url}/account`);
    const section = page.getByRole('region', { name: 'SFTP keys' });
    for (const name of ['key', 'key-rsa']) {
      await section.getByRole('button', { name: 'Add a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Public key').fill(await readFile(join(folder, name), 'utf8'));
      await dialog.getByLabel('Your password').fill(password);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('region', { name: 'Notifications' }).getByText('This is your private key').waitFor();
      await dialog.locator('form').getByText('This is your private key').waitFor();
      await dialog.getByLabel('Public key').fill(await readFile(join(folder, `${name}.pub`), 'utf8'));
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    const [, fingerprint = ''] = (await run('ssh-keygen', ['-lf', 'key.pub'])).split(' ');
    await section.getByText(fingerprint).waitFor();
    for (const key of ['key', 'key-rsa']) {
      await run('scp', [
        '-p',
        '-P',
        String(place.sftpPort),
        ...keyOptions(key),
        'key.pub',
        'Sftp_1@127.0.0.1:/shelf/config/copied',
      ]);
    }
    expect(await readFile(onDisk('config/copied'), 'utf8')).toBe(await readFile(join(folder, 'key.pub'), 'utf8'));
    expect((await stat(onDisk('config/copied'))).mtimeMs).toBe(
      Math.trunc((await stat(join(folder, 'key.pub'))).mtimeMs / 1000) * 1000,
    );
    await page.reload();
    await section.getByRole('listitem').filter({ hasText: fingerprint }).getByText('last used').waitFor();
    await section.getByRole('button', { name: 'Remove the key: old laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByText('old laptop', { exact: true }).waitFor({ state: 'detached' });
  } finally {
    await closePages(browser);
  }
});

test('lftp mirrors a folder there and back, and sends nothing the second time', async () => {
  const name = await makeFiles('mirrored');
  const connect = ['ssh', '-a', '-x', ...keyOptions()].join(' ');
  const lftp = (command: string) =>
    run('lftp', [
      '--norc',
      '-u',
      'Sftp_1,',
      '-e',
      `set sftp:connect-program "${connect}"; set net:max-retries 1; set cmd:fail-exit yes; ${command}; bye`,
      `sftp://127.0.0.1:${place.sftpPort}`,
    ]);
  await lftp(`mirror -R -P 4 ${name} /shelf/config/${name}`);
  expect(await lftp(`mirror -R -v ${name} /shelf/config/${name}`)).not.toContain('Transferring');
  await lftp(`mirror -P 4 /shelf/config/${name} back`);
  await run('diff', ['-r', name, 'back']);
  await lftp(`rm -r /shelf/config/${name}`);
  await expect(readdir(onDisk('config'))).resolves.not.toContain(name);
});

test('rclone copies by its own defaults, and sends nothing of what is unchanged', async () => {
  const name = await makeFiles('cloned');
  const obscured = (await run('rclone', ['obscure', password])).trim();
  const where = ['--sftp-host', '127.0.0.1', '--sftp-port', String(place.sftpPort), '--sftp-user', 'Sftp_1'];
  const rclone = (...args: string[]) =>
    run('rclone', [...args, ...where, '--sftp-pass', obscured, '--config', '/dev/null', '--retries', '1', '-v']);
  expect(await rclone('copy', name, `:sftp:/shelf/config/${name}`)).toMatch(/Transferred:\s+24 \/ 24, 100%/);
  expect(await rclone('copy', name, `:sftp:/shelf/config/${name}`)).toContain('There was nothing to transfer');
  await writeFile(join(folder, name, 'file 0.txt'), 'other words');
  expect(await rclone('sync', name, `:sftp:/shelf/config/${name}`)).toContain('file 0.txt: Copied (replaced existing)');
  await rclone('check', '--download', name, `:sftp:/shelf/config/${name}`);
  // It keeps nobody from logging in to the pages.
  await expect(logIn(url, 'Sftp_1')).resolves.toHaveProperty('token');
});

test('a folder that sshfs has mounted is worked in as any other', async (context) => {
  const why = await whyNoFuse();
  if (why !== null) context.skip(`nothing can be mounted on this machine: ${why}`);
  const mount = join(folder, 'mount');
  const at = (name: string) => join(mount, name);
  await mkdir(mount);
  await run('sshfs', ['-p', String(place.sftpPort), ...keyOptions(), 'Sftp_1@127.0.0.1:/shelf/config', mount]);
  try {
    await writeFile(at('made'), 'first');
    await appendFile(at('made'), ' and second');
    expect(await readFile(at('made'), 'utf8')).toBe('first and second');
    // The way an editor saves: writes a new file beside it, and renames that into its place.
    const beside = await open(at('.made.new'), 'wx');
    await beside.writeFile('edited');
    expect((await beside.stat()).size).toBe(6);
    await beside.sync();
    await beside.close();
    await rename(at('.made.new'), at('made'));
    await run('sed', ['-i', 's/edited/edited twice/', at('made')]);
    await run('cp', ['-rp', 'cloned', mount]);
    await run('diff', ['-r', 'cloned', at('cloned')]);
    expect((await stat(at('cloned/inner/file 3.txt'))).mtimeMs).toBe(1_500_000_003_000);
    await truncate(at('cloned/file 2.txt'), 3);
    await rm(at('cloned/inner'), { recursive: true });
  } finally {
    await run('umount', [mount]);
  }
  expect(await readFile(onDisk('config/made'), 'utf8')).toBe('edited twice\n'.trim());
  expect(await readFile(onDisk('config/cloned/file 2.txt'), 'utf8')).toBe('the');
  await expect(readdir(onDisk('config/cloned'))).resolves.not.toContain('inner');
});

test('a world that was fetched, wrecked and put back is the one that was built', async () => {
  const bot = await joinAs('Digger');
  const [place] = groundAround(bot, 1);
  if (!place) throw new Error('no ground');
  dig(bot, place);
  await becomes(() => blockName(bot, place)).toBe('air');
  bot.end();
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await phaseIs('OFF');
  await sftp(['get -r /shelf/world', 'rm /shelf/world/region/*']);
  expect(await readdir(onDisk('world/region'))).toEqual([]);
  await sftp(['put -r world /shelf/']);
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await phaseIs('READY');
  const looker = await joinAs('Looker');
  expect(blockName(looker, place)).toBe('air');
  looker.end();
});
