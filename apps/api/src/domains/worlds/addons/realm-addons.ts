import {
  type Addon,
  type AddonKind,
  type AddonOrder,
  addonPages,
  addonPageSize,
  type AddonProblem,
  addonsOf,
  isUnbounded,
  type KernelKind,
  type ActivityAction,
} from '@realmkeep/contract';
import type { RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { filesOf } from '../../files/files-of.ts';
import { visibleRealm, lockVisibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { recordActivity } from '../../audit/activity.ts';
import { fitOf, isNewer, addonPath, isAddonFile, isEnabled, switchedName } from './addon-policy.ts';
import { type AddonOrderRow, findChanged, findOrder, insertOrder, noteChanged } from './addon-queries.ts';
import { type AddonFile, type InstalledAddon, listAddonFiles, recognise } from './installed-addons.ts';
import { assertChangeable, changeableRealm, assertNotInstalling } from './changeable-addons.ts';

/** Searches of one account in a minute. */
const searchesMax = 30;

/** @throws AppError realm_unknown */
export const realmAddons: Handler<'realmAddons'> = async (ctx, { actor, params }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  const kinds = addonsOf[realm.kernel as KernelKind];
  const list = (all: RealmFiles) => Promise.all(kinds.map((kind) => listAddonFiles(ctx, realm.id, all, kind)));
  const lists = await filesOf(ctx, actor.userId, realm.id, list, null);
  const files = lists.flatMap((list) => list.files);
  const [recognised, order, changed] = await Promise.all([
    recognisedViews(ctx, realm, files),
    findOrder(ctx.db, realm.id),
    findChanged(ctx.db, realm.id),
  ]);
  const startedAt = ctx.directory.observed(realm.id)?.startedAt ?? null;
  return {
    kernel: realm.kernel as KernelKind,
    version: realm.kernel_version,
    kinds: [...kinds],
    addons: recognised ?? files.map((file) => addonView(file)),
    more: lists.reduce((sum, { more }) => sum + more, 0),
    recognised: recognised !== null,
    order: order ? orderView(order) : null,
    needsRestart: startedAt !== null && changed !== null && changed.getTime() > startedAt,
  };
};

/** @throws AppError realm_unknown, rate_limited, addon_kernel, addon_unreachable */
export const realmAddonSearch: Handler<'realmAddonSearch'> = async (
  ctx,
  { actor, params, query: { kind, q, page } },
) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  const fit = fitOf(kind, realm);
  if (fit === null) throw new AppError('addon_kernel');
  await consumeRateLimit(ctx.db, { key: `addons:search:${actor.userId}`, max: searchesMax, seconds: 60 });
  const wanted = { text: q.trim(), offset: page * addonPageSize, limit: addonPageSize };
  const { hits, total_hits: total } = await fromModrinth(ctx, () => ctx.modrinth.search(fit, wanted));
  const shown = hits.slice(0, addonPageSize).filter((hit) => !isUnbounded(kind, hit.project_id));
  const items = shown.map(({ project_id: id, title, description, author, downloads }) => ({
    id,
    title,
    description,
    author,
    downloads,
  }));
  const hidden = Math.min(hits.length, addonPageSize) - shown.length;
  return { items, total: Math.min(total - hidden, addonPages * addonPageSize) };
};

/** @throws AppError addon_unreachable, addon_unknown */
export async function fromModrinth<T>({ log }: Context, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.status === 404) throw new AppError('addon_unknown');
    log.warn({ err: error }, 'failed to ask Modrinth');
    throw new AppError('addon_unreachable');
  }
}

function orderView(row: AddonOrderRow): AddonOrder {
  return {
    id: row.id,
    kind: row.kind as AddonKind,
    title: row.title,
    state: row.state as AddonOrder['state'],
    progress: row.progress,
    problem: row.problem as AddonProblem | null,
    subject: row.subject,
  };
}

/** null where Modrinth cannot be asked. */
async function recognisedViews(ctx: Context, realm: RealmRow, files: readonly AddonFile[]): Promise<Addon[] | null> {
  const { modrinth, log } = ctx;
  try {
    const installed = await recognise(ctx, files);
    const found = installed.filter((one) => one.found !== null);
    const projects = await modrinth.projects(found.flatMap((one) => one.found?.project_id ?? []));
    const updates = new Map<InstalledAddon, string>();
    for (const kind of addonsOf[realm.kernel as KernelKind]) {
      const ofKind = found.filter((one) => one.kind === kind);
      const fit = fitOf(kind, realm);
      if (fit === null || ofKind.length === 0) continue;
      const newest = await modrinth.newestOf(
        ofKind.flatMap(({ hash }) => hash ?? []),
        fit,
      );
      for (const one of ofKind) {
        const version = newest.get(one.hash ?? '');
        if (!version || !one.found || isUnbounded(kind, one.found.project_id)) continue;
        if (isNewer(version, one.found)) updates.set(one, version.version_number);
      }
    }
    return installed.map((one) =>
      addonView(one, {
        project: projects.get(one.found?.project_id ?? '') ?? null,
        version: one.found?.version_number ?? null,
        update: updates.get(one) ?? null,
      }),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, realmId: realm.id }, 'failed to recognise the add-ons of a realm');
    return null;
  }
}

const nothingKnown = { project: null, version: null, update: null };

function addonView(
  { kind, name, enabled, bytes }: AddonFile,
  known: Pick<Addon, 'project' | 'version' | 'update'> = nothingKnown,
): Addon {
  return { kind, name, enabled, bytes, ...known };
}

/**
 * Orders that a project is installed or updated, which `install-addon.ts` does.
 * @throws AppError realm_unknown, rate_limited, programs_off, addon_kernel, addon_unbounded, addon_unreachable, addon_unknown,
 * addon_installing, kernel_changing, restore_running, file_none, file_world_live
 */
export const realmAddonInstall: Handler<'realmAddonInstall'> = async (
  ctx,
  { actor: { userId }, params, body: { kind, projectId } },
) => {
  const realm = await changeableRealm(ctx, userId, params.id, kind);
  if (isUnbounded(kind, projectId)) throw new AppError('addon_unbounded');
  if (realm.lease === 0) throw new AppError('file_none');
  const isRunning = (ctx.directory.observed(realm.id)?.phase ?? 'EXITED') !== 'EXITED';
  if (kind === 'DATA_PACK' && isRunning) throw new AppError('file_world_live');
  const project = (await fromModrinth(ctx, () => ctx.modrinth.projects([projectId]))).get(projectId);
  if (!project) throw new AppError('addon_unknown');
  return ctx.db.transaction().execute(async (tx) => {
    await lockVisibleRealm(tx, userId, realm.id);
    await assertChangeable(tx, realm.id);
    const order = await insertOrder(tx, { realmId: realm.id, userId, kind, projectId, title: project.title });
    if (!order) throw new AppError('addon_installing');
    return orderView(order);
  });
};

/** Succeeds if it is in that state already. @throws AppError as `change`, and refusals of the files */
export const realmAddonSwitch: Handler<'realmAddonSwitch'> = async (
  ctx,
  { actor, params, body: { kind, name, enabled } },
) => {
  const action = enabled ? 'addonEnable' : 'addonDisable';
  const to = addonPath(kind, switchedName(name, enabled));
  return change(ctx, { userId: actor.userId, realmId: params.id, kind, name, action }, async (files) => {
    if (isEnabled(name) === enabled) return false;
    await files.move(addonPath(kind, name), to);
    return true;
  });
};

/** @throws AppError as `change`, and what the files refuse */
export const realmAddonRemove: Handler<'realmAddonRemove'> = async (ctx, { actor, params, body: { kind, name } }) => {
  const what = { userId: actor.userId, realmId: params.id, kind, name, action: 'addonRemove' } as const;
  return change(ctx, what, async (files) => {
    await files.remove(addonPath(kind, name));
    return true;
  });
};

interface Change {
  userId: string;
  realmId: string;
  kind: AddonKind;
  name: string;
  action: ActivityAction;
}

/**
 * Runs the task unless something else is being done with the realm's files. An order at the same moment does no harm: it reads the folder again.
 * @param task resolves with whether it changed anything
 * @throws AppError realm_unknown, rate_limited, programs_off, addon_kernel, file_name_invalid, addon_installing, kernel_changing,
 * restore_running
 */
async function change(
  ctx: Context,
  { userId, realmId, kind, name, action }: Change,
  task: (files: RealmFiles) => Promise<boolean>,
): Promise<null> {
  await changeableRealm(ctx, userId, realmId, kind);
  if (!isAddonFile(kind, name)) throw new AppError('file_name_invalid');
  await assertChangeable(ctx.db, realmId);
  await assertNotInstalling(ctx.db, realmId);
  // No transaction waits for a file agent.
  if (!(await filesOf(ctx, userId, realmId, task, null))) return null;
  return ctx.db.transaction().execute(async (tx) => {
    await noteChanged(tx, realmId, new Date());
    await recordActivity(tx, { realmId, actor: { userId }, action, what: switchedName(name, true) });
    return null;
  });
}
