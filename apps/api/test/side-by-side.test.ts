import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { compiledCode } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { expect, test } from 'vitest';
import { beforeClaimsLock } from '../src/domains/realms/reconciler/lead.ts';
import { giveCoins } from './people-money.ts';
import { freshAddress, freshName, loginBody, makeUser, realmBody, registerBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** On an idle machine it takes a tenth of this: a whole release is loaded from its sources. */
const timeoutMs = 240_000;
const root = join(import.meta.dirname, '../../..');
const program = fileURLToPath(new URL('previous-api.ts', import.meta.url));
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { maxBuffer: 1024 ** 3, stdio: 'pipe' });

/** Why the tree of a commit is not available; null when it is. */
function obstacle(commit: string): string | null {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return null;
  } catch (error) {
    return `the history has no commit ${commit}, as in a shallow clone (git fetch --unshallow): ${String(error)}`;
  }
}

/** The tree of a commit, with the packages that are installed here. */
async function unpackVersion(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-previous-'));
  const tree = git('archive', commit, 'package.json', 'apps/api', 'packages');
  execFileSync('tar', ['-x', '-C', folder], { input: tree });
  const own = join(folder, 'node_modules/@realmkeep');
  await mkdir(own, { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@realmkeep') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(own, name));
  }
  return folder;
}

interface Previous extends AsyncDisposable {
  process: ChildProcess;
  /** The URL of its api. */
  url: string;
  /** The warnings in its log. */
  warnings: string[];
}

/** Starts the api of another version on the same database. */
async function startVersion(folder: string, { config }: TestApi): Promise<Previous> {
  const dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-previous-data-'));
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/bin:/bin',
      NODE_COMPILE_CACHE: compiledCode,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: config.databaseUrl,
      PUBLIC_URL: config.publicUrl,
      WEB_DIR: config.webDir,
      REALM_SERVER_DIR: config.webDir,
      REQUIRE_CHAT_LINK: 'false',
      STRICT_ERRORS: 'true',
      TOKEN_KEY: config.secrets.tokenKey,
      GATEWAY_TOKEN: config.secrets.gatewayToken,
      METRICS_TOKEN: config.secrets.metricsToken,
    },
  });
  const ended = once(child, 'close');
  const warnings: string[] = [];
  const lines = createInterface(child.stdout);
  const told = new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const { port } = JSON.parse(line) as { port?: number };
      if (port === undefined) warnings.push(line);
      else resolve(port);
    });
    child.once('close', () => reject(new Error(`it has ended:\n${warnings.join('\n')}`)));
  });
  return {
    process: child,
    url: `http://127.0.0.1:${await told}/api`,
    warnings,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const at = (baseUrl: string, token: string | null = null) => createClient({ baseUrl, token: async () => token });

test(
  'the api of the release before works on the schema of now, beside the one of now',
  { timeout: timeoutMs },
  async (context) => {
    const commit = (await readFile(new URL('previous-release.txt', import.meta.url), 'utf8')).trim();
    const why = obstacle(commit);
    if (why !== null) context.skip(why);
    await using stack = new AsyncDisposableStack();
    const folder = await unpackVersion(commit);
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const now = stack.use(await startTestApi({ environment: { PUBLIC_URL: 'http://realms.example' } }));
    const previous = stack.use(await startVersion(folder, now));

    // An account of each version logs in at the other.
    const visits = [
      [previous.url, `${now.url}/api`],
      [`${now.url}/api`, previous.url],
    ] as const;
    for (const [one, other] of visits) {
      const username = freshName();
      await at(one).userRegister({ body: registerBody(username) });
      const tokens = await at(other).authLogin({ body: loginBody(username) });
      if (!('token' in tokens)) throw new Error('the login waits for its second step');
      const [here, there] = [at(one, tokens.token), at(other, tokens.token)];
      const { id } = await here.userMe();
      const address = freshAddress();
      const realm = await here.realmCreate({ body: realmBody('Side by Side', address) });
      await there.realmRename({ params: { id: realm.id }, body: { realmName: 'Renamed There', domainName: address } });
      expect(await here.realmGet({ params: { id: realm.id } })).toMatchObject({ name: 'Renamed There', status: 'ON' });
      await giveCoins(now, { nickname: username, tokens, client: here, id }, 5_000);
      const plans = await there.subscriptionPlans();
      const plan = plans.find(({ tier }) => tier === 'GHAST');
      await here.subscriptionActivate({ body: { productId: plan?.id ?? '' } });
      expect(await there.userMe()).toMatchObject({ user_subscription: { subscription: { tier: 'GHAST' } } });
      await there.subscriptionCancel();
      await here.realmDelete({ params: { id: realm.id } });
      await becomes(async () => (await there.realmList()).owned).toEqual([]);
    }
    expect(previous.warnings).toEqual([]);

    // While the previous version leads, only it works on worlds, because it does not know claims; once it has gone, the current one does.
    await now.app.stop();
    const { databaseUrl } = now.config;
    const locks = `select objid::int as lock from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;
    await becomes(() => runSql(databaseUrl, locks)).toEqual([{ lock: beforeClaimsLock }]);
    const environment = { PUBLIC_URL: 'http://realms.example', LOG_LEVEL: 'warn' };
    const warned: string[] = [];
    const logTo = { write: (line: string) => void warned.push(line) };
    const next = stack.use(await startTestApi({ databaseUrl, environment, logTo }));
    const { client, tokens } = await makeUser(next, 'GHAST');
    const there = at(previous.url, tokens.token);
    const backUp = async (where: typeof there, name: string) => {
      const { id } = await client.realmCreate({ body: realmBody(name, freshAddress()) });
      await untilPhase(where, id, 'READY');
      await client.realmBackupCreate({ params: { id } });
      await becomes(async () => (await client.realmBackups({ params: { id } })).backups).toMatchObject([
        { state: 'READY' },
      ]);
    };
    const kept = () => readdir(join(next.config.dataDir, 'backups')).catch(() => []);
    await backUp(there, 'Of Before');
    expect(await kept()).toEqual([]);
    expect(warned.filter((line) => line.includes('claim'))).toEqual([]);
    previous.process.kill('SIGKILL');
    await backUp(client, 'Of Now');
    expect(await kept()).toHaveLength(1);
  },
);
