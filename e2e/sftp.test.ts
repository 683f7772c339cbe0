import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@realmkeep/contract';
import type { Bot } from 'mineflayer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, type Place, type Product, startProduct } from '../apps/supervisor/test/product.ts';
import { launchBrowser } from './browser.ts';
import { blockName, dig, groundAround, joinRealm } from './game-client.ts';
import { createRealm, keepTokens, logIn, manyPlayers, password, register, type Tokens } from './people.ts';
import { endProduct, newPlace } from './test-product.ts';

/** A realm's files by OpenSSH's own client, its world among them. */

let place: Place;
let product: Product;
let folder: string;
let client: Client;
let tokens: Tokens;
let id: string;

beforeAll(async () => {
  place = { ...(await newPlace()), sftpPort: await freePort() };
  folder = join(dirname(place.dataDir), 'mine');
  await mkdir(folder);
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  await product.started;
  await register(product.url, 'Archivist');
  tokens = await logIn(product.url, 'Archivist');
  id = await createRealm(product.url, tokens.token, 'shelf');
  client = createClient({ baseUrl: `${product.url}/api`, token: async () => tokens.token });
  await phaseIs('READY');
});

afterAll(() => endProduct(product, place));

const onDisk = (path: string) => join(place.dataDir, 'realms', id, path);
const phaseIs = (phase: string) =>
  vi.waitUntil(async () => (await client.realmGet({ params: { id } })).live.phase === phase, 20_000);

/** Does these commands one after the other, until one fails. @returns what it printed */
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
  const { stdout, stderr } = await promisify(execFile)('/usr/bin/sftp', [...args, 'Archivist@127.0.0.1'], {
    cwd: folder,
    env: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' },
  });
  return stdout + stderr;
}

async function joinAs(nickname: string): Promise<Bot> {
  const bot: Bot[] = [];
  const join = async () => bot.push(await joinRealm(place.gamePort, 'shelf.localhost', nickname));
  await expect.poll(() => join().catch(String), { timeout: 20_000 }).toBe(1);
  if (bot[0] === undefined) throw new Error('it has not come in');
  return bot[0];
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the page tells how to get there, and the key that the client meets is the one that it names', async () => {
  await expect(sftp(['ls'], 'a wrong password')).rejects.toMatchObject({
    stderr: expect.stringContaining('Invalid username or password') as string,
  });
  expect(await sftp(['ls -1 /', 'ls -1 /shelf'])).toContain('/shelf/world');
  const known = (await promisify(execFile)('ssh-keygen', ['-lf', join(folder, '.known')])).stdout;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    await keepTokens(page, product.url, tokens);
    await page.goto(`${product.url}/realm/files?id=${id}`);
    const card = page.getByRole('region', { name: 'SFTP' });
    await card.getByText(String(place.sftpPort)).waitFor();
    const fingerprint = await card.getByText('SHA256:').textContent();
    expect(known).toContain(fingerprint);
    await card.getByText('/shelf', { exact: true }).waitFor();
    await card.getByText('Archivist', { exact: true }).waitFor();
  } finally {
    await browser.close();
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

test('a world that was fetched, wrecked and put back is the one that was built', async () => {
  const bot = await joinAs('Digger');
  const [place] = groundAround(bot, 1);
  if (!place) throw new Error('no ground');
  dig(bot, place);
  await expect.poll(() => blockName(bot, place), { timeout: 10_000 }).toBe('air');
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
