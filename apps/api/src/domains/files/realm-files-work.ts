import type { RealmFilesWork } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { filesOf } from './files-of.ts';

/** @throws AppError realm_unknown */
export async function realmFilesWork(
  ctx: Context,
  { actor, params }: CallOf<'realmFilesWork'>,
): Promise<{ work: RealmFilesWork | null }> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { work: ctx.fileWorks.of(id) };
}

/** @throws AppError realm_unknown */
export async function realmFilesWorkCancel(
  ctx: Context,
  { actor, params }: CallOf<'realmFilesWorkCancel'>,
): Promise<null> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await ctx.fileWorks.cancel(id);
  return null;
}

/** What the files refuse is told by the work. @throws AppError realm_unknown, file_work_running, disk_full */
export async function realmFilesArchive(
  ctx: Context,
  { actor, params, body: { folder, names, name } }: CallOf<'realmFilesArchive'>,
): Promise<RealmFilesWork> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await assertDiskSpace(ctx, 0);
  const path = `${folder}/${name}`;
  return ctx.fileWorks.begin(actor.userId, id, { kind: 'ARCHIVE', path }, (work) =>
    filesOf(ctx, actor.userId, id, (files, quota) => files.archive(folder, names, path, { ...work, quota })),
  );
}

/** What the files refuse is told by the work. @throws AppError realm_unknown, file_work_running, disk_full */
export async function realmFilesExtract(
  ctx: Context,
  { actor, params, body: { path, into } }: CallOf<'realmFilesExtract'>,
): Promise<RealmFilesWork> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await assertDiskSpace(ctx, 0);
  return ctx.fileWorks.begin(actor.userId, id, { kind: 'EXTRACT', path: into }, (work) =>
    filesOf(ctx, actor.userId, id, (files, quota) => files.extract(path, into, { ...work, quota })),
  );
}
