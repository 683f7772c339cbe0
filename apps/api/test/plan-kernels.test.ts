import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eulaUrl,
  type FirstKernel,
  type FirstKernelKind,
  type KernelKind,
  type PlanKernels,
  type Tier,
} from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin } from './people-money.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { startTestKernels, type TestKernels } from './test-kernels.ts';

/** Which kernels the realms of each plan may run, as set by operators. */

const jar = randomBytes(1000);
const sha256 = createHash('sha256').update(jar).digest('hex');
const versions = { '1.20.4': 17, '1.9.4': 8, '26.2': 25 };
const within = { timeout: 40_000, interval: 25 };

let makers: TestKernels;
let dataDir: string;
let api: TestApi;
let admin: TestUser;
let asShipped: PlanKernels[];
beforeAll(async () => {
  makers = await startTestKernels({ versions, jar: async () => jar });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-plan-kernels-'));
  api = await startTestApi({
    environment: { DATA_DIR: dataDir, ...makers.environment },
    findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
  });
  admin = await makeAdmin(api);
  asShipped = (await admin.client.adminPlanKernels()).plans;
});
afterEach(async () => {
  makers.garbled = false;
  makers.release();
  await set(asShipped);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** The shipped table with one plan different. */
function withPlan(
  tier: Tier,
  kernels: Partial<Record<KernelKind, number>>,
  defaultKernel: FirstKernelKind = 'sandbox',
) {
  return asShipped.map((plan): PlanKernels =>
    plan.tier === tier
      ? {
          tier,
          defaultKernel,
          kernels: plan.kernels.map(({ kernel, memoryMiB }) => ({
            kernel,
            allowed: kernel in kernels,
            memoryMiB: kernels[kernel] ?? memoryMiB,
          })),
        }
      : plan,
  );
}

async function set(plans: PlanKernels[]) {
  const { revision } = await admin.client.adminPlanKernels();
  return admin.client.adminPlanKernelsUpdate({ body: { revision, plans } });
}

const paper: FirstKernel = { kernel: 'paper', version: '1.20.4', eula: eulaUrl };
const create = ({ client }: TestUser, kernel?: FirstKernel, name = 'Castle') =>
  client.realmCreate({ body: { ...realmBody(name, freshAddress()), ...(kernel ? { kernel } : {}) } });
const power = ({ client }: TestUser, realmId: string, wanted: 'ON' | 'OFF') =>
  client.realmPowerSet({ params: { realmId }, body: { power: wanted } });
const see = ({ client }: TestUser, id: string) => client.realmGet({ params: { id } });
const specOf = (id: string) => api.runtime.place.realms.get(id)?.spec;

describe('the table', () => {
  test('is the operators’ alone, and as it was before there was one', async () => {
    const player = await makeUser(api);
    const forbidden = { status: 403, code: 'forbidden' };
    await expect(player.client.adminPlanKernels()).rejects.toMatchObject(forbidden);
    const body = { revision: 1, plans: asShipped };
    await expect(player.client.adminPlanKernelsUpdate({ body })).rejects.toMatchObject(forbidden);
    const { plans, budgetMiB, java, programs } = await admin.client.adminPlanKernels();
    expect({ budgetMiB, java, programs }).toEqual({ budgetMiB: expect.any(Number), java: [17], programs: true });
    expect(plans.map(({ tier, kernels }) => [tier, kernels.flatMap((k) => (k.allowed ? [k.memoryMiB] : []))])).toEqual([
      ['CHICKEN', [384]],
      ['ZOMBIE', [512, 1536, 1536, 1536, 1536]],
      ['GHAST', [768, 2048, 2048, 2048, 2048]],
      ['DRAGON', [1024, 3072, 3072, 3072, 3072]],
    ]);
  });

  test('is changed by one of those who have seen the same; what is different is in the log', async () => {
    const { revision } = await admin.client.adminPlanKernels();
    const plans = withPlan('CHICKEN', { sandbox: 384, paper: 1280 }, 'paper');
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => admin.client.adminPlanKernelsUpdate({ body: { revision, plans } })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['plan_kernels_changed']));
    expect(await admin.client.adminPlanKernels()).toMatchObject({ revision: revision + 1, plans });
    const { items } = await admin.client.adminAudit({ query: { page: 0, size: 1 } });
    expect(items[0]).toMatchObject({
      action: 'planKernelsUpdate',
      actor: admin.nickname,
      details: { 'CHICKEN paper': 1280, 'CHICKEN default': 'paper' },
    });
    const plansSold = await api.anonymous.subscriptionPlans();
    expect(plansSold[0]?.kernels).toEqual([
      { kernel: 'paper', memoryMiB: 1280 },
      { kernel: 'sandbox', memoryMiB: 384 },
    ]);
  });

  test.each<[string, (plans: PlanKernels[]) => unknown]>([
    ['lacks a plan', (plans) => plans.slice(1)],
    ['has a plan twice', (plans) => [plans[0], ...plans.slice(0, 3)]],
    ['has a default that is not allowed', () => withPlan('CHICKEN', { sandbox: 384 }, 'paper')],
    ['gives Java too little memory', () => withPlan('CHICKEN', { sandbox: 384, paper: 511 })],
    ['gives memory without end', () => withPlan('CHICKEN', { sandbox: 65_537 })],
    [
      'names a kernel twice',
      (plans) => plans.map((plan) => ({ ...plan, kernels: plan.kernels.map(() => plan.kernels[0]) })),
    ],
    ['names a kernel that there is not', (plans) => plans.map((plan) => ({ ...plan, defaultKernel: 'spigot' }))],
  ])('that %s is refused', async (_, broken) => {
    const { revision } = await admin.client.adminPlanKernels();
    const body = { revision, plans: broken(asShipped) as PlanKernels[] };
    await expect(admin.client.adminPlanKernelsUpdate({ body })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await admin.client.adminPlanKernels()).toMatchObject({ revision, plans: asShipped });
  });
});

describe('a new realm', () => {
  test('begins with Paper, also on the free plan, where the operator says so', async () => {
    const owner = await makeUser(api);
    expect((await owner.client.realmPossibility()).kernels).toEqual([{ kernel: 'sandbox', memoryMiB: 384 }]);
    await expect(create(owner, paper)).rejects.toMatchObject({ status: 403, code: 'kernel_tier' });
    await set(withPlan('CHICKEN', { sandbox: 384, paper: 1280 }, 'paper'));
    expect((await owner.client.realmPossibility()).kernels).toEqual([
      { kernel: 'paper', memoryMiB: 1280 },
      { kernel: 'sandbox', memoryMiB: 384 },
    ]);
    const choice = () => owner.client.realmCreateVersions({ query: { kernel: 'paper' } });
    expect(await choice()).toEqual({
      versions: [
        { version: '26.2', java: 25, runs: false },
        { version: '1.20.4', java: 17, runs: true },
      ],
      java: [17],
      accepted: null,
    });
    const refusals: [Partial<FirstKernel>, string][] = [
      [{ eula: null }, 'kernel_eula'],
      [{ version: '26.2' }, 'kernel_java'],
      [{ version: '1.9.4' }, 'kernel_older'],
      [{ version: '1.20.5' }, 'kernel_version'],
      [{ kernel: 'sandbox' }, 'kernel_version'],
      [{ kernel: 'vanilla' }, 'kernel_tier'],
    ];
    for (const [kernel, code] of refusals) {
      await expect(create(owner, { ...paper, ...kernel })).rejects.toMatchObject({ code });
    }

    makers.hold();
    const made = await create(owner, paper);
    expect(made).toMatchObject({
      kernel: { kernel: 'paper', version: '1.20.4', inPlan: true, runsHere: true },
      live: { phase: 'QUEUED', memoryLimitBytes: 1280 * 1024 * 1024 },
    });
    makers.release();
    await untilPhase(owner.client, made.id, 'READY');
    expect(specOf(made.id)).toMatchObject({
      kernel: 'paper',
      java: { version: '1.20.4', jar: join(dataDir, 'kernels', `${sha256}.jar`), eula: true },
      limits: { memoryMiB: 1280 },
    });
    const rows = await runSql(api.config.databaseUrl, 'select kernel_jar from realms where id = $1', [made.id]);
    expect(rows).toEqual([{ kernel_jar: sha256 }]);
    expect((await choice()).accepted).not.toBeNull();
  });

  test('is refused where its server’s maker does not answer, and made when it does', async () => {
    await using other = await startTestApi({
      environment: { DATA_DIR: dataDir, ...makers.environment },
      findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
    });
    const owner = await makeUser(other, 'ZOMBIE');
    makers.garbled = true;
    await expect(create(owner, paper)).rejects.toMatchObject({ status: 503, code: 'kernel_unavailable' });
    makers.garbled = false;
    const { id } = await create(owner, paper);
    await untilPhase(owner.client, id, 'READY');
  });

  test('is offered no Java where the machine has none, and nothing where the plan has nothing else', async () => {
    await using bare = await startTestApi({ findJava: async () => [] });
    const [operator, owner] = [await makeAdmin(bare), await makeUser(bare, 'ZOMBIE')];
    const offered = async () => (await owner.client.realmPossibility()).kernels.map(({ kernel }) => kernel);
    expect(await offered()).toEqual(['sandbox']);
    const { revision } = await operator.client.adminPlanKernels();
    await operator.client.adminPlanKernelsUpdate({
      body: { revision, plans: withPlan('ZOMBIE', { paper: 1536 }, 'paper') },
    });
    expect(await owner.client.realmPossibility()).toMatchObject({
      possible: false,
      reason: 'kernel_tier',
      kernels: [],
    });
    await expect(create(owner)).rejects.toMatchObject({ code: 'kernel_tier' });
  });

  test('does not keep an api that ends from ending while its jar comes, and starts after that', async () => {
    await rm(join(dataDir, 'kernels'), { recursive: true, force: true });
    const owner = await makeUser(api, 'ZOMBIE');
    const before = makers.downloads;
    makers.hold();
    const { id } = await create(owner, paper);
    await expect.poll(() => makers.downloads, within).toBe(before + 1);
    const { databaseUrl } = api.config;
    await api[Symbol.asyncDispose]();
    expect(await runSql(databaseUrl, 'select crash_count, power from realms where id = $1', [id])).toEqual([
      { crash_count: 0, power: 'ON' },
    ]);
    makers.release();
    api = await startTestApi({
      databaseUrl,
      environment: { DATA_DIR: dataDir, ...makers.environment },
      findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
    });
    admin = { ...admin, client: api.clientWith(admin.tokens.token) };
    await untilPhase(api.clientWith(owner.tokens.token), id, 'READY');
  });
});

describe('a realm whose plan does not include its server any more', () => {
  test.each<[KernelKind, Partial<Record<KernelKind, number>>, FirstKernelKind]>([
    ['paper', { sandbox: 512 }, 'sandbox'],
    ['sandbox', { paper: 1536 }, 'paper'],
  ])('is off on %s with all it has, and starts when the plan has it again', async (kernel, kernels, defaultKernel) => {
    const owner = await makeUser(api, 'ZOMBIE');
    const { id } = await create(owner, kernel === 'paper' ? paper : undefined);
    await untilPhase(owner.client, id, 'READY');
    const sleeper = await create(owner, kernel === 'paper' ? paper : undefined, 'Tower');
    await power(owner, sleeper.id, 'OFF');

    const { stopped } = await set(withPlan('ZOMBIE', kernels, defaultKernel));
    expect(stopped).toBeGreaterThanOrEqual(1);
    await untilPhase(owner.client, id, 'OFF');
    expect(await see(owner, id)).toMatchObject({ status: 'OFF', kernel: { kernel, inPlan: false } });
    for (const realm of [id, sleeper.id]) {
      await expect(power(owner, realm, 'ON')).rejects.toMatchObject({ status: 403, code: 'kernel_tier' });
    }
    const seen = await owner.client.realmKernel({ params: { id } });
    expect(seen).toMatchObject({ kernel, kernels: Object.keys(kernels) });

    await set(asShipped);
    expect(await see(owner, id)).toMatchObject({ status: 'OFF', kernel: { kernel, inPlan: true } });
    await power(owner, id, 'ON');
    await untilPhase(owner.client, id, 'READY');
  });

  test('gets another that its plan has, and cannot go to one that it has not', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const { id } = await create(owner);
    await untilPhase(owner.client, id, 'READY');
    await set(withPlan('ZOMBIE', { vanilla: 1536 }, 'vanilla'));
    await untilPhase(owner.client, id, 'OFF');
    const change = (kernel: KernelKind) =>
      owner.client.realmKernelChange({ params: { id }, body: { ...paper, kernel } });
    await expect(change('paper')).rejects.toMatchObject({ code: 'kernel_tier' });
    await change('vanilla');
    await untilPhase(owner.client, id, 'READY');
    const kernel = () => owner.client.realmKernel({ params: { id } });
    await expect.poll(async () => (await kernel()).change, within).toBeNull();
    const { waysBack } = await kernel();
    expect(await see(owner, id)).toMatchObject({ status: 'ON', kernel: { kernel: 'vanilla', inPlan: true } });
    // Its previous world is kept nevertheless.
    const back = owner.client.realmKernelReturn({ params: { id }, body: { changeId: waysBack[0]?.changeId ?? '' } });
    await expect(back).rejects.toMatchObject({ code: 'kernel_tier' });
  });

  test('has the memory of the table from its next start on', async () => {
    const owner = await makeUser(api, 'GHAST');
    const { id } = await create(owner);
    await untilPhase(owner.client, id, 'READY');
    expect(specOf(id)).toMatchObject({ limits: { memoryMiB: 768 } });
    await set(withPlan('GHAST', { sandbox: 900, paper: 2048, vanilla: 2048 }));
    await power(owner, id, 'OFF');
    await untilPhase(owner.client, id, 'OFF');
    await power(owner, id, 'ON');
    await untilPhase(owner.client, id, 'READY');
    expect(specOf(id)).toMatchObject({ limits: { memoryMiB: 900 } });
  });
});

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await runSql(
    api.config.databaseUrl,
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length;
}

/** Runs a statement in a transaction that stays open until it is released. */
async function holdRows(statement: RawBuilder<unknown>): Promise<{ release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const transaction = api.app.ctx.db.transaction().execute(async (tx) => {
    await statement.execute(tx);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  return {
    release: () => {
      gate.resolve();
      return transaction;
    },
  };
}

describe('a change of the table and a creation at once', () => {
  test('that has begun: the change waits for it, and turns off what it has made', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    // Locks what a creation needs after it has read the plan.
    const numbers = await holdRows(sql`select from realm_numbers for update`);
    const making = create(owner, paper);
    await expect.poll(waiting, within).toBe(1);
    const setting = set(withPlan('ZOMBIE', { sandbox: 512 }));
    await expect.poll(waiting, within).toBe(2);
    await numbers.release();
    const { id } = await making;
    expect((await setting).stopped).toBeGreaterThanOrEqual(1);
    expect(await see(owner, id)).toMatchObject({ status: 'OFF', kernel: { kernel: 'paper', inPlan: false } });
  });

  test('that comes after it: the creation waits, and is refused', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const change = sql`update plan_kernels set allowed = false where tier = 'ZOMBIE' and kernel = 'paper'`;
    const changing = await holdRows(change);
    const making = create(owner, paper).then(
      () => null,
      (error: unknown) => error,
    );
    await expect.poll(waiting, within).toBe(1);
    await changing.release();
    expect(await making).toMatchObject({ code: 'kernel_tier' });
    expect(await owner.client.realmList()).toMatchObject({ owned: [] });
  });
});
