import { createHash, randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ApiError,
  type Client,
  createClient,
  isChangingKernel,
  type KernelChangeState,
  type Tier,
  tierLimits,
  tiers,
} from '@realmkeep/contract';
import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestKernels, type TestKernels } from '../apps/api/test/test-kernels.ts';
import { buildStandInJar } from '../apps/fake-providers/src/kernels/build-stand-in-jar.ts';
import { killApi } from '@realmkeep/testkit/children';
import { databaseOf, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { blockName, dig, groundAround, joinWhenUp, type Position, startClient } from './game-client.ts';
import { createRealm, keepTokens, logIn, manyPlayers, register, type Tokens } from '@realmkeep/testkit/people';
import { gateSteps } from './step-gates.ts';
import { endProduct, newPlace } from '@realmkeep/testkit/place';
import { becomes } from '@realmkeep/testkit/becomes';

/** A realm changes from the built-in server to a Java server and back, in a browser and with players; the Java server is a stand-in. */

const owner = 'Founder_1';
const host = 'keep.localhost';
/** On the free tier at first. */
const beginner = 'Beginner_1';

/** The stand-in Paper starts; the stand-in vanilla exits at once. */
let makers: TestKernels;
/** A jar for upload, as a player has who has built a server of their own. */
let ownJar: string;
let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
let client: Client;
let realmId: string;
/** The block that was dug on the built-in server. */
let hole: Position;

beforeAll(async () => {
  place = await newPlace();
  const folder = dirname(place.dataDir);
  const [paperJar, failing] = [await buildStandInJar(folder, 'paper'), await buildStandInJar(folder, 'dieAtOnce')];
  ownJar = await buildStandInJar(folder);
  makers = await startTestKernels({
    versions: { '1.16.5': 8 },
    jar: async (kernel) => readFile(kernel === 'paper' ? paperJar : failing),
  });
  const { KERNEL_PAPER_API: paper, KERNEL_MOJANG_API: mojang, KERNEL_FABRIC_API: fabric } = makers.environment;
  const kernels = ['--kernel-paper-api', paper, '--kernel-mojang-api', mojang, '--kernel-fabric-api', fabric];
  const apis = [...kernels, '--modrinth-api', makers.modrinth];
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false', ...apis]);
  browser = await launchBrowser();
  await product.started;
  await register(product.url, owner);
  await runSql(await databaseOf(place), 'update users set tier = $1 where nickname = $2', ['DRAGON', owner]);
  const tokens: Tokens = await logIn(product.url, owner);
  client = createClient({ baseUrl: `${product.url}/api`, token: async () => tokens['token'] ?? '' });
  realmId = await createRealm(product.url, tokens['token'] ?? '', 'keep');
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 } });
  page = await context.newPage();
  await keepTokens(page, product.url, tokens);
});

afterAll(async () => {
  await browser.close();
  await endProduct(product, place);
  await makers[Symbol.asyncDispose]();
});

const printed = () => readFile(join(place.dataDir, 'realms', realmId, 'logs/console.log'), 'utf8');
const open = (tool: string) => page.goto(`${product.url}/realm/${tool}?id=${realmId}`);
const see = () => client.realmKernel({ params: { id: realmId } });

/** A client that the stand-in, which has no land, has admitted. */
async function comesIn(address: string, nickname: string): Promise<Bot> {
  const bot = startClient(place.gamePort, address, nickname);
  await once(bot, 'spawn', { signal: AbortSignal.timeout(60_000) });
  return bot;
}

/** A client on the built-in server. */
const joinSandbox = (nickname: string) => joinWhenUp(place.gamePort, host, nickname);

async function expectHole(): Promise<void> {
  const bot = await joinSandbox('Looker');
  expect(blockName(bot, hole)).toBe('air');
  bot.end();
}

/** The console since the realm's last start. */
const printedLately = async () => (await printed()).split('The realm').at(-1);
const type = (command: string) => client.realmConsoleCommand({ params: { id: realmId }, body: { command } });
const inNether = 'execute in minecraft:the_nether run';

async function expectMarks(): Promise<void> {
  await type('read');
  await type(`${inNether} read`);
  await becomes(printedLately).toContain('The world says: castle');
  await becomes(printedLately).toContain('The world says: fortress');
}

async function choose(kernel: 'Paper' | 'Vanilla'): Promise<void> {
  await page.getByRole('radio', { name: kernel }).check({ force: true });
  await page.getByLabel('Version of the game').selectOption('1.16.5');
}

async function confirm(): Promise<void> {
  await page.getByRole('button', { name: 'Change kernel' }).click();
  await page.getByRole('button', { name: 'Back up and change' }).click();
}

test('a server that does not start gives back the sandbox, and what was built in it, though the api is killed at every step back', async () => {
  const bot = await joinSandbox('Digger');
  const [at] = groundAround(bot, 1);
  if (!at) throw new Error('no ground');
  hole = at;
  dig(bot, hole);
  await becomes(() => blockName(bot, hole)).toBe('air');
  // Leaves less land to convert for the other kernel.
  await runSql(await databaseOf(place), 'update realms set border_diameter = 48 where id = $1', [realmId]);

  await open('kernel');
  await choose('Vanilla');
  await becomes(() => page.getByRole('button', { name: 'Change kernel' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I agree to the licence of the game' }).check();
  const gates = await gateSteps(await databaseOf(place), 'kernel_changes');
  await gates.close(['STARTING']);
  await confirm();
  await gates.untilWaiting();
  const stepsBack = ['STOPPING', 'UNPACKING', 'SWITCHING', 'FAILED'];
  await gates.close(stepsBack);
  await gates.killAtEach(['STARTING', ...stepsBack], () => killApi(place));
  await gates[Symbol.asyncDispose]();
  await page.getByText('The kernel was not changed. The server and world are unchanged.').waitFor();
  await page.getByText('The new kernel failed to start with this world.').waitFor();
  await page.getByRole('heading', { name: 'Sandbox' }).waitFor();
  expect((await printed()).split('Fault').length - 1).toBe(1);
  bot.end();
  await expectHole();
});

test('the sandbox becomes Paper, step by step, and its console is the server’s', async () => {
  makers.hold();
  await choose('Paper');
  await page.getByText('You agreed to the licence of the game').waitFor();
  await confirm();
  await page.getByText('You can still play.').waitFor();
  {
    // It stays in that state until the page has shown it.
    await using gates = await gateSteps(await databaseOf(place), 'kernel_changes');
    await gates.close(['DONE']);
    makers.release();
    await page.getByText('The server is starting with the new kernel.').waitFor();
    await gates.open(['DONE']);
  }
  await page.getByRole('heading', { name: 'Paper 1.16.5' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await open('console');
  const log = page.getByRole('log');
  await log.getByText('Starting minecraft server version 1.16.5').waitFor();
  await page.getByLabel('Command', { exact: true }).fill('mark castle');
  await page.getByLabel('Command', { exact: true }).press('Enter');
  await log.getByText('The world is marked: castle').waitFor();
  await type(`${inNether} mark fortress`);
  await log.getByText('The world is marked: fortress').waitFor();
});

test('a friend and a guest play there, and the owner by the address that the page tells', async () => {
  const bots = [await comesIn(host, 'Friend_1'), await comesIn(host, owner)];
  await open('details');
  await page.getByRole('button', { name: 'Get a code' }).click();
  const typed = await page.getByText(/^\w{8}\.keep\.localhost(:\d+)?$/).innerText();
  bots.push(await comesIn(typed.replace(/:\d+$/, ''), owner));
  expect(bots.map(({ username }) => username)).toEqual(['Friend_1', `Guest_${owner}`, owner]);
  await becomes(printed).toContain(`Made ${owner} a server operator`);
  expect(await printed()).not.toContain(typed.slice(0, 8));
  for (const bot of bots) bot.end();
  const recorded = 'select network from game_proofs where network is not null';
  await becomes(async () => runSql(await databaseOf(place), recorded)).toHaveLength(1);
  const again = await comesIn(host, owner.toUpperCase());
  expect(again.username).toBe(owner);
  again.end();
});

test('a plugin is found on Modrinth and installed with what it needs, for the next start, and turned off', async () => {
  await open('plugins');
  await page.getByText('There are no plugins yet.').waitFor();
  await page.getByRole('searchbox').fill('lit at dusk');
  await page.getByRole('button', { name: 'Install: Lantern Light' }).click();
  await page.getByText('Lantern Light has been installed').waitFor();
  await page.getByText('Restart to apply the changes').waitFor();
  const plugins = join(place.dataDir, 'realms', realmId, 'plugins');
  const [lantern, toolbelt] = ['LanternLight-1.1.0.jar', 'Toolbelt-3.2.jar'];
  expect(await readdir(plugins)).toEqual(expect.arrayContaining([lantern, toolbelt]));
  expect(await readFile(join(plugins, lantern), 'utf8')).toMatch(/^PK.*LanternLight 1\.1\.0$/s);
  await page.getByRole('button', { name: 'Turn off: Lantern Light' }).click();
  await page.getByRole('button', { name: 'Turn on: Lantern Light' }).waitFor();
  expect(await readdir(plugins)).toEqual(expect.arrayContaining([`${lantern}.disabled`, toolbelt]));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** Kills the api with SIGKILL before each of these steps of a change back is recorded. */
async function killAtEach(steps: readonly KernelChangeState[], begin: () => Promise<unknown>): Promise<void> {
  await using gates = await gateSteps(await databaseOf(place), 'kernel_changes');
  await gates.close(steps);
  await begin();
  await gates.killAtEach(steps, () => killApi(place));
}

test('the way back brings the sandbox, with what was built there, though the api is killed on the way', async () => {
  await open('kernel');
  await page.getByRole('button', { name: 'Back to Sandbox' }).click();
  await page.getByLabel('Type the server’s address, keep, to confirm').fill('keep');
  // Each kill takes seconds, so only before the steps that leave most behind. The next test has all of them.
  const steps = ['UNPACKING', 'STARTING'] as const;
  await killAtEach(steps, () => page.getByRole('button', { name: 'Go back', exact: true }).click());
  await page.getByRole('heading', { name: 'Sandbox' }).waitFor();
  await becomes(async () => (await see()).change).toBe(null);
  await expectHole();
});

test('a kill -9 of the api between any two steps of the way back: the other kernel, with its world', async () => {
  const [way] = (await see()).waysBack;
  expect(way?.to.kernel).toBe('paper');
  const body = { changeId: way?.changeId ?? '' };
  const steps = ['STOPPING', 'SAVING', 'UNPACKING', 'SWITCHING', 'STARTING', 'DONE'] as const;
  await killAtEach(steps, () => client.realmKernelReturn({ params: { id: realmId }, body }));
  const ended = async () => !isChangingKernel((await see()).change?.state ?? 'DONE');
  await becomes(() => ended().catch(() => null)).toBe(true);
  await becomes(async () => (await client.realmGet({ params: { id: realmId } })).live.phase).toBe('READY');
  expect((await see()).kernel).toBe('paper');
  await expectMarks();
});

test('the owner uploads a jar of their own and runs it, and is told when its file changes', async () => {
  await runSql(
    await databaseOf(place),
    "update plan_kernels set allowed = true where tier = 'DRAGON' and kernel = 'own'",
  );
  await open('kernel');
  await page.getByRole('radio', { name: 'Own jar' }).check({ force: true });
  await page.getByText('There is no jar yet.').waitFor();
  const jar = await readFile(ownJar);
  await page
    .getByLabel('Upload a jar')
    .setInputFiles({ name: 'mine.jar', mimeType: 'application/java-archive', buffer: jar });
  await page.getByRole('radio', { name: 'mine.jar' }).check({ force: true });
  expect(await page.getByLabel('Version of the game').inputValue()).toBe('1.16.5');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await confirm();
  await page.getByText(`mine.jar · SHA-256 ${createHash('sha256').update(jar).digest('hex')}`).waitFor();
  await becomes(async () => (await see()).change).toBe(null);
  await expectMarks();
  await client.realmFilesRemove({ params: { id: realmId }, body: { paths: ['kernel/mine.jar'] } });
  await page.reload();
  await page.getByText('The file is no longer what you chose').waitFor();
});

test('a server is made of a modpack, though the api is killed on the way', async () => {
  await page.goto(`${product.url}/realm/create`);
  await page.getByRole('link', { name: 'Start from a modpack' }).click();
  await page.getByRole('searchbox').fill('forge');
  await page.getByText('Does not run here: it needs Forge').waitFor();
  await page.getByRole('searchbox').fill('railways');
  await page.getByRole('link', { name: 'Choose: Meadow Express' }).click();
  await page.getByText('It runs on Fabric, Minecraft 1.16.5. 1 other version does not run here.').waitFor();
  await page.getByLabel('Server name').fill('Rail Keep');
  await page.getByLabel('Address').fill('rails');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const database = await databaseOf(place);
  await using gates = await gateSteps(database, 'modpack_installs');
  await gates.close(['FINISHING']);
  await page.getByRole('button', { name: 'Create server' }).click();
  await page.getByText('Putting its settings in place').waitFor();
  await gates.killAtEach(['FINISHING'], () => killApi(place));
  await page.getByText('Meadow Express is installed').waitFor();
  await page
    .getByText(
      'Left out, because a server does not need them or your plan’s limits could not be enforced on them: options.txt.',
    )
    .waitFor();
  const [realm] = await runSql(database, "select id from realms where address = 'rails'", []);
  const id = String(realm?.['id']);
  const folder = join(place.dataDir, 'realms', id);
  expect(await readdir(join(folder, 'mods'))).toEqual(['swift-carts-2.2.jar']);
  expect(await readFile(join(folder, 'config/swift-carts.json'), 'utf8')).toBe('{"uphill":true,"server":true}');
  expect(await readdir(join(folder, 'logs'))).not.toContain('modpack');
  await client.realmDelete({ params: { id } });
});

test('a free plan that gets Paper from the operator begins with it at once', async () => {
  await runSql(await databaseOf(place), "update users set role = 'ADMIN' where nickname = $1", [owner]);
  await keepTokens(page, product.url, await logIn(product.url, owner));
  await page.goto(`${product.url}/admin/plans`);
  await page.getByRole('checkbox', { name: 'Allow Paper on the plan Chicken' }).check();
  await page.getByLabel('Preselected for new servers on the plan Chicken').selectOption({ label: 'Paper' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The plans are saved').waitFor();

  await register(product.url, beginner);
  await keepTokens(page, product.url, await logIn(product.url, beginner));
  await page.goto(`${product.url}/realm/create`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Server name').fill('First Keep');
  await page.getByLabel('Address').fill('first');
  await becomes(() => page.getByRole('radio', { name: 'Paper' }).isChecked()).toBe(true);
  await page.getByLabel('Version of the game').selectOption('1.16.5');
  const submit = page.getByRole('button', { name: 'Create server' });
  await becomes(() => submit.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I agree to the licence of the game' }).check();
  await submit.click();
  await page.getByText('Your server is ready').waitFor();
  const bot = await comesIn('first.localhost', 'Friend_1');
  bot.end();
});

/** A line in the client's chat, with its colours. */
async function heardBy(bot: Bot, words: string): Promise<string> {
  for await (const [message] of on(bot, 'message', { signal: AbortSignal.timeout(45_000) })) {
    if (String(message).includes(words)) return (message as { toMotd: () => string }).toMotd();
  }
  throw new Error('nothing more is said');
}

/** Whether the plan includes it; any other refusal is an error. */
const isSold = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => true,
    (error: unknown) => (error as ApiError).code !== 'realm_game_tier' && error,
  );

/** What a player notices of each plan in the game, besides the border. */
const soldInGame: Record<Tier, { weather: boolean; kits: boolean; gold: boolean; prefix: boolean }> = {
  CHICKEN: { weather: false, kits: false, gold: false, prefix: false },
  ZOMBIE: { weather: true, kits: false, gold: false, prefix: false },
  GHAST: { weather: true, kits: true, gold: true, prefix: false },
  DRAGON: { weather: true, kits: true, gold: true, prefix: true },
};

test('there a player sees what each plan sells as soon as it is bought, and no more', async () => {
  const { token } = await logIn(product.url, beginner);
  const player = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const params = { id: (await player.realmList()).owned[0]?.id ?? '' };
  const folder = join(place.dataDir, 'realms', params.id);
  const log = () => readFile(join(folder, 'logs/console.log'), 'utf8');
  const grant = { username: beginner, coins: 1_000_000, expires: null, reason: 'For a test', requestId: randomUUID() };
  await client.adminCoinsGrant({ body: grant });
  const query = { category: 'PRIVILEGES', currency: 'COINS', language: 'en' } as const;
  const { items } = await player.productList({ query });
  const friend = await comesIn('first.localhost', 'Friend_1');
  const { code } = await player.realmLoginCode({ params });
  const bot = await comesIn(`${code}.first.localhost`, beginner);
  for (const [number, tier] of tiers.entries()) {
    if (tier !== 'CHICKEN') {
      const productId = items.find(({ logicValue }) => logicValue === number)?.id ?? '';
      await player.subscriptionActivate({ body: { productId } });
    }
    await becomes(log).toContain(`Set the world border to ${tierLimits[tier].borderDiameter}.0 `);
    const weather = await isSold(player.realmWeatherSet({ params, body: { weather: 'thunder' } }));
    const prefix = await isSold(player.realmPrefixSet({ params, body: { prefix: { text: 'King', color: 'red' } } }));
    const { kits, gold } = soldInGame[tier];
    if (kits) await becomes(log).toContain(`Enabled trigger [kit.tools] for ${beginner}`);
    if (gold) await becomes(log).toContain(prefix === true ? 'Team prefix set to [King]' : `Added ${beginner} to team`);
    const said = heardBy(friend, `I have ${tier}`);
    bot.chat(`I have ${tier}`);
    const shown = await said;
    expect(shown.replaceAll(/§./g, '')).toBe(`<${prefix === true ? '[King] ' : ''}${beginner}> I have ${tier}`);
    // The previous plan's kits cannot be taken again so soon.
    if (tier !== 'DRAGON') {
      const answer = heardBy(bot, kits ? '1 [Diamond Pickaxe]' : "Unknown scoreboard objective 'kit.tools'");
      bot.chat('/trigger kit.tools');
      await answer;
    }
    expect({ weather, kits, gold: shown.includes(`§6${beginner}`), prefix }).toEqual(soldInGame[tier]);
  }
  expect((await log()).match(/Set the weather to/g)).toHaveLength(3);

  await player.realmFileSave({ params, query: { path: 'plugins/worldedit.jar' }, bytes: new Uint8Array() });
  await player.realmPowerSet({ params: { realmId: params.id }, body: { power: 'OFF' } });
  await becomes(async () => (await player.realmGet({ params })).live.phase).toBe('OFF');
  await player.realmPowerSet({ params: { realmId: params.id }, body: { power: 'ON' } });
  const config = () => readFile(join(folder, 'plugins/WorldEdit/config.yml'), 'utf8').catch(() => '');
  await becomes(config).toMatch(/max-blocks-changed:\s+default: 131072\s+maximum: 131072/);
});
