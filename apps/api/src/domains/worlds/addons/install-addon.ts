import { type AddonKind, type AddonProblem, addonFolders, type Tier, tierLimits } from '@realmkeep/contract';
import { FilesError, type FilesErrorCode, type FilesQuota, type RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { DamagedError } from '../../../integrations/modrinth/modrinth.ts';
import { recordActivity } from '../../audit/activity.ts';
import { worldOf } from '../../realms/realm-world.ts';
import { attempt, type Attempts, attemptsAt, byteTeller, filesIn, takeStep } from '../durable-steps.ts';
import type { Job, Lead } from '../job-worker.ts';
import { writeDownload } from '../write-download.ts';
import { type AddonPlan, AddonRefusal, type PlannedAddon, planAddon, willBeOn } from './addon-plan.ts';
import { addonPath, fitOf, switchedName } from './addon-policy.ts';
import { type AddonOrderRow, endOrder, findOrderById, listAddonWork, noteChanged } from './addon-queries.ts';
import { type InstalledAddon, listAddonFiles, recognise } from './installed-addons.ts';

/** Pending installations. */
export async function addonJobs(ctx: Context, resting: readonly string[]): Promise<Job[]> {
  return (await listAddonWork(ctx.db, resting)).map(({ id, realm_id: turn, account }) => ({
    id,
    turn,
    rests: turn,
    account,
    run: async (lead) => takeStep({ RUNNING: install }, ctx, await findOrderById(ctx.db, id), lead),
  }));
}

/**
 * Installs the project and its dependencies. A file gets its name when it is complete, and the one it replaces is removed after that: after a
 * kill in between, the next attempt finds what is there already.
 */
async function install(ctx: Context, order: AddonOrderRow, lead: Lead): Promise<null> {
  const { id, realm_id: realmId, user_id: userId, project_id: projectId } = order;
  const attempts: Attempts = {
    ...attemptsAt(lead, 'addon_orders', id),
    mayPass: (error) => [null, 'UNREACHABLE'].includes(problemOf(error)),
    async giveUp(error) {
      const problem = problemOf(error) ?? 'FAULT';
      ctx.log.warn({ err: error, realmId, projectId }, 'failed to install an add-on');
      const subject = await subjectOf(ctx, error);
      await lead.transaction((tx) => endOrder(tx, id, { problem, subject }));
    },
  };
  await attempt(attempts, lead, async () => {
    const plan = await carryOut(ctx, order, lead);
    await lead.transaction(async (tx) => {
      if (!(await endOrder(tx, id, null))) return;
      await noteChanged(tx, realmId, new Date());
      // Nothing is left to be put where an attempt was killed after it had done all.
      if (plan.put.length > 0) return;
      await recordActivity(tx, { realmId, actor: { userId }, action: 'addonInstall', what: order.title });
    });
  });
  return null;
}

async function carryOut(ctx: Context, order: AddonOrderRow, lead: Lead): Promise<AddonPlan> {
  const { realm_id: realmId, project_id: projectId } = order;
  const kind = order.kind as AddonKind;
  const realm = await worldOf(ctx.db, realmId);
  const fit = realm && fitOf(kind, realm);
  if (!realm || !fit) throw new AddonRefusal('KERNEL');
  const files = filesIn(ctx.runtime, realmId, lead);
  const installed = await recognise(ctx, (await listAddonFiles(ctx, realmId, files, kind)).files);
  const plan = await planAddon(ctx.modrinth, { kind, projectId, fit }, installed);
  const { files: quota } = tierLimits[realm.ownerTier as Tier];
  const all = plan.put.reduce((sum, { file }) => sum + file.size, 0);
  const tell = byteTeller(ctx, 'addon_orders', { id: order.id, state: 'RUNNING', all });
  if (kind === 'DATA_PACK') await makeFolder(files, kind, quota);
  for (const { name } of plan.enable) {
    await files.move(addonPath(kind, name), addonPath(kind, switchedName(name, true)));
  }
  for (const { name } of plan.remove) await remove(files, addonPath(kind, name));
  const names = await ctx.modrinth.projects(plan.put.map(({ version }) => version.project_id));
  for (const planned of plan.put) {
    await put(ctx, files, { kind, planned, installed, quota, tell, lead });
    const { project_id: putId } = planned.version;
    await notePut(lead, order, planned, putId === projectId ? order.title : (names.get(putId)?.title ?? putId));
  }
  return plan;
}

/** Recorded at once: it stays installed, whatever happens to the project that needs it. */
async function notePut(lead: Lead, order: AddonOrderRow, { version, replaces }: PlannedAddon, title: string) {
  const { realm_id: realmId, user_id: userId } = order;
  const action = replaces.length > 0 ? 'addonUpdate' : 'addonInstall';
  const what = `${title} ${version.version_number}`;
  await lead.transaction(async (tx) => {
    await noteChanged(tx, realmId, new Date());
    await recordActivity(tx, { realmId, actor: { userId }, action, what });
  });
}

interface Putting {
  kind: AddonKind;
  planned: PlannedAddon;
  installed: readonly InstalledAddon[];
  quota: FilesQuota;
  tell: (bytes: number) => void;
  lead: Lead;
}

/** Writes one file, verified while it is copied, and then removes the one it replaces. */
async function put(ctx: Context, files: RealmFiles, putting: Putting): Promise<void> {
  const { kind, planned, installed, quota, tell, lead } = putting;
  const { file, replaces } = planned;
  const name = switchedName(file.filename, willBeOn(planned));
  const path = addonPath(kind, name);
  const there = installed.find((one) => one.name === name);
  if (there && !replaces.includes(there)) throw new AddonRefusal('TAKEN', { file: name });
  const options = { quota, replaces: there ? { version: there.version } : ('nothing' as const) };
  try {
    await writeDownload(ctx, files, { path, file, options, tell, lead });
  } catch (error) {
    const isTaken = error instanceof FilesError && (error.code === 'exists' || error.code === 'changed');
    throw isTaken ? new AddonRefusal('TAKEN', { file: name }) : error;
  }
  for (const { name: old } of replaces) if (old !== name) await remove(files, addonPath(kind, old));
}

/** A file that is already gone is fine. */
async function remove(files: RealmFiles, path: string): Promise<void> {
  await files.remove(path).catch((error: unknown) => {
    if (!(error instanceof FilesError && error.code === 'not_found')) throw error;
  });
}

async function makeFolder(files: RealmFiles, kind: AddonKind, quota: FilesQuota): Promise<void> {
  await files.makeFolder(addonFolders[kind], quota).catch((error: unknown) => {
    if (!(error instanceof FilesError && error.code === 'exists')) throw error;
  });
}

const ofFiles: Partial<Record<FilesErrorCode, AddonProblem>> = {
  over_quota: 'QUOTA',
  disk_full: 'DISK',
  realm_running: 'RUNNING',
  exists: 'TAKEN',
  changed: 'TAKEN',
};

/** The problem behind a permanent error; null for one that may pass. */
function problemOf(error: unknown): AddonProblem | null {
  if (error instanceof AddonRefusal) return error.problem;
  if (error instanceof DamagedError) return 'DAMAGED';
  if (error instanceof ProviderError) return 'UNREACHABLE';
  if (error instanceof AppError && error.code === 'disk_full') return 'DISK';
  return error instanceof FilesError ? (ofFiles[error.code] ?? null) : null;
}

async function subjectOf({ modrinth }: Context, error: unknown): Promise<string | null> {
  if (!(error instanceof AddonRefusal) || error.subject === null) return null;
  if ('file' in error.subject) return error.subject.file;
  const { projectId } = error.subject;
  const named = await modrinth.projects([projectId]).catch(() => null);
  return named?.get(projectId)?.title ?? projectId;
}
