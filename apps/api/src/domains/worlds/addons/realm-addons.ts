import {
  type Addon,
  type AddonFound,
  type AddonKind,
  type AddonOrder,
  addonPages,
  addonPageSize,
  type AddonProblem,
  addonsOf,
  type KernelKind,
  type RealmAddons,
} from '@realmkeep/contract';
import type { RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { filesOf } from '../../files/files-of.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { fitOf, isNewer } from './addon-policy.ts';
import { type AddonOrderRow, findChanged, findOrder } from './addon-queries.ts';
import { type AddonFile, type InstalledAddon, listAddonFiles, recognise } from './installed-addons.ts';

/** Searches of one account in a minute. */
const searchesMax = 30;

/** @throws AppError realm_unknown */
export async function realmAddons(ctx: Context, { actor, params }: CallOf<'realmAddons'>): Promise<RealmAddons> {
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
}

/** @throws AppError realm_unknown, rate_limited, addon_kernel, addon_unreachable */
export async function realmAddonSearch(
  ctx: Context,
  { actor, params, query: { kind, q, page } }: CallOf<'realmAddonSearch'>,
): Promise<{ items: AddonFound[]; total: number }> {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  const fit = fitOf(kind, realm);
  if (fit === null) throw new AppError('addon_kernel');
  await consumeRateLimit(ctx.db, { key: `addons:search:${actor.userId}`, max: searchesMax, seconds: 60 });
  const wanted = { text: q.trim(), offset: page * addonPageSize, limit: addonPageSize };
  const { hits, total_hits: total } = await fromModrinth(ctx, () => ctx.modrinth.search(fit, wanted));
  const items = hits.slice(0, addonPageSize).map(({ project_id: id, title, description, author, downloads }) => ({
    id,
    title,
    description,
    author,
    downloads,
  }));
  return { items, total: Math.min(total, addonPages * addonPageSize) };
}

/** @throws AppError addon_unreachable, and addon_unknown for what is not there */
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

export function orderView(row: AddonOrderRow): AddonOrder {
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
        if (version && one.found && isNewer(version, one.found)) updates.set(one, version.version_number);
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
