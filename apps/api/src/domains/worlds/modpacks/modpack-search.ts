import {
  addonPages,
  addonPageSize,
  builtinVersion,
  eulaUrl,
  type KernelVersions,
  modpackLoaders,
  type ModpackFound,
  type ModpackVersion,
  type ModpackVersions,
  modpackVersionsMax,
} from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import type { Version } from '../../../integrations/modrinth/modrinth-answers.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { fromModrinth } from '../addons/realm-addons.ts';
import { findAcceptance } from '../kernels/kernel-queries.ts';
import { versionsFrom } from '../kernels/realm-kernel-versions.ts';

/** Questions of one account in a minute. */
const asks = { max: 30, seconds: 60 };
/** The one whose server there is. */
const ours = 'fabric';

/** @throws AppError rate_limited, addon_unreachable */
export async function modpackSearch(
  ctx: Context,
  { actor, query: { q, page } }: CallOf<'modpackSearch'>,
): Promise<{ items: ModpackFound[]; total: number }> {
  await consumeRateLimit(ctx.db, { key: `modpacks:search:${actor.userId}`, ...asks });
  const wanted = { text: q.trim(), offset: page * addonPageSize, limit: addonPageSize };
  // A search by name also finds packs that do not run here, so that people learn why.
  const loader = wanted.text === '' ? ours : null;
  const { hits, total_hits: total } = await fromModrinth(ctx, () => ctx.modrinth.searchModpacks(loader, wanted));
  const items = hits
    .slice(0, addonPageSize)
    .map(({ project_id: id, title, description, author, downloads, categories }) => {
      return { id, title, description, author, downloads, loaders: loadersAmong(categories) };
    });
  return { items, total: Math.min(total, addonPages * addonPageSize) };
}

/** @throws AppError rate_limited, addon_unreachable, addon_unknown, kernel_unavailable */
export async function modpackVersions(
  ctx: Context,
  { actor, query: { projectId } }: CallOf<'modpackVersions'>,
): Promise<ModpackVersions> {
  await consumeRateLimit(ctx.db, { key: `modpacks:versions:${actor.userId}`, ...asks });
  const { title, versions } = await packOf(ctx, projectId);
  const [{ versions: offered }, accepted] = await Promise.all([
    versionsFrom(ctx, ours, builtinVersion),
    findAcceptance(ctx.db, actor.userId, eulaUrl),
  ]);
  return {
    title,
    versions: versions.map((version) => versionView(version, offered)),
    accepted: accepted?.toISOString() ?? null,
  };
}

/** A modpack by its name, with its newest versions. @throws AppError addon_unreachable, addon_unknown */
export async function packOf(ctx: Context, projectId: string): Promise<{ title: string; versions: Version[] }> {
  const { modrinth } = ctx;
  const [versions, projects] = await fromModrinth(ctx, () =>
    Promise.all([modrinth.latest(projectId, modpackVersionsMax), modrinth.projects([projectId])]),
  );
  const project = projects.get(projectId);
  if (!project) throw new AppError('addon_unknown');
  return { title: project.title, versions };
}

/** What a version needs, and whether that runs here. @param offered the versions of Fabric, newest first */
export function versionView(version: Version, offered: KernelVersions['versions']): ModpackVersion {
  const { id, version_number: number, version_type: type, date_published: published, game_versions: games } = version;
  const loaders = loadersAmong(version.loaders);
  const told = { id, number, isRelease: type === 'release', published, loaders };
  if (!loaders.includes(ours)) return { ...told, game: null, problem: 'LOADER' };
  const fitting = offered.filter((one) => games.includes(one.version));
  const runs = fitting.find((one) => one.runs);
  if (runs) return { ...told, game: runs.version, problem: null };
  return { ...told, game: fitting[0]?.version ?? null, problem: fitting.length > 0 ? 'JAVA' : 'GAME' };
}

function loadersAmong(names: readonly string[]) {
  return modpackLoaders.filter((loader) => names.includes(loader));
}
