import { createHash, randomBytes } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { maxTextBytes } from '@realmkeep/contract';
import { type FileEntry, FilesError, type FilesQuota, maxFolderEntries, type RealmFiles } from '@realmkeep/runtime';
import type { Handler } from '../../http/register-routes.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { hashToken } from '../identity/sessions/tokens.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { recordActivity } from '../audit/activity.ts';
import { uploadUse } from '../uploads/upload-use.ts';
import { uploadsToRealm } from '../uploads/uploads.ts';
import { chatAccountOf, linkPlatform } from '../identity/chat/chat-account.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { filesOf } from './files-of.ts';
import { insertLink } from './file-link-queries.ts';

/** @throws AppError realm_unknown, file_none, file_unknown, file_name_invalid */
export const realmFiles: Handler<'realmFiles'> = async (ctx, { actor, params, query }) =>
  filesOf(ctx, actor.userId, params.id, async (files, limits) => {
    const [entries, usage] = await Promise.all([files.list(query.path), files.usage()]);
    return { entries, cut: entries.length === maxFolderEntries, usage, limits };
  });

/** @throws AppError realm_unknown, and what the files refuse; what was already moved stays moved */
export const realmFilesMove: Handler<'realmFilesMove'> = async (ctx, { actor, params, body }) =>
  filesOf(ctx, actor.userId, params.id, async (files) => {
    for (const { from, to } of body.moves) await files.move(from, to);
    return null;
  });

/** @throws AppError realm_unknown, and what the files refuse; what was already deleted stays deleted */
export const realmFilesRemove: Handler<'realmFilesRemove'> = async (ctx, { actor, params, body }) =>
  filesOf(ctx, actor.userId, params.id, async (files) => {
    for (const path of body.paths) await files.remove(path);
    return null;
  });

/** @throws AppError realm_unknown, and what the files refuse */
export const realmFolderCreate: Handler<'realmFolderCreate'> = async (ctx, { actor, params, body }) =>
  filesOf(ctx, actor.userId, params.id, (files, quota) => files.makeFolder(body.path, quota));

/** Only its hash is kept. @throws AppError realm_unknown, and what the files refuse */
export const realmFileLink: Handler<'realmFileLink'> = async (ctx, { actor, params, body }) => {
  const { kind } = await filesOf(ctx, actor.userId, params.id, (files) => files.stat(body.path));
  if (kind !== 'file') throw new AppError('file_unknown');
  const ticket = randomBytes(32).toString('base64url');
  await insertLink(ctx.db, { hash: hashToken(ticket), userId: actor.userId, realmId: params.id, path: body.path });
  return { url: `/api/realm/download/${ticket}` };
};

/** For the whole account. */
export async function fileLinksDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('file_links').where('user_id', '=', userId).execute();
}

/** @throws AppError realm_unknown, file_none, file_unknown, file_name_invalid, file_too_large, file_not_text */
export const realmFileText: Handler<'realmFileText'> = async (ctx, { actor, params, query }) =>
  filesOf(ctx, actor.userId, params.id, async (files) => {
    const { entry, content } = await files.read(query.path, { start: 0, length: maxTextBytes });
    if (entry.bytes > maxTextBytes) {
      content.destroy();
      throw new AppError('file_too_large');
    }
    const bytes = await buffer(content);
    if (!isUtf8(bytes) || bytes.includes(0)) throw new AppError('file_not_text');
    return { text: bytes.toString('utf8'), version: entry.version };
  });

/**
 * Compare and swap: a concurrent change by somebody else is not overwritten.
 * @throws AppError realm_unknown, file_changed, file_exists for a new one, and what else the files refuse
 */
export const realmFileSave: Handler<'realmFileSave'> = async (
  ctx,
  { actor, params, query: { path, version }, bytes },
) =>
  filesOf(ctx, actor.userId, params.id, (files, quota) =>
    files.write(path, Readable.from([bytes]), { quota, replaces: version === undefined ? 'nothing' : { version } }),
  );

/** @throws AppError realm_unknown */
export const realmFilesWork: Handler<'realmFilesWork'> = async (ctx, { actor, params }) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { work: await ctx.fileWorks.of(id) };
};

/** @throws AppError realm_unknown */
export const realmFilesWorkCancel: Handler<'realmFilesWorkCancel'> = async (ctx, { actor, params }) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await ctx.fileWorks.cancel(id);
  return null;
};

/** The work reports what the files refuse. @throws AppError realm_unknown, file_work_running, disk_full */
export const realmFilesArchive: Handler<'realmFilesArchive'> = async (
  ctx,
  { actor, params, body: { folder, names, name } },
) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await assertDiskSpace(ctx, 0);
  const path = `${folder}/${name}`;
  return ctx.fileWorks.begin(actor.userId, id, { kind: 'ARCHIVE', path }, (work) =>
    filesOf(ctx, actor.userId, id, (files, quota) => files.archive(folder, names, path, { ...work, quota })),
  );
};

/** The work reports what the files refuse. @throws AppError realm_unknown, file_work_running, disk_full */
export const realmFilesExtract: Handler<'realmFilesExtract'> = async (ctx, { actor, params, body: { path, into } }) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await assertDiskSpace(ctx, 0);
  return ctx.fileWorks.begin(actor.userId, id, { kind: 'EXTRACT', path: into }, (work) =>
    filesOf(ctx, actor.userId, id, (files, quota) => files.extract(path, into, { ...work, quota })),
  );
};

/** @throws AppError realm_unknown, upload_unknown, upload_incomplete, and what the files refuse: then the upload is kept */
export const realmUploadFinish: Handler<'realmUploadFinish'> = async (ctx, { actor: { userId }, params, body }) =>
  uploadUse(ctx, {
    userId,
    id: body.uploadId,
    kind: 'FILE',
    make: async ({ content, purpose, size }) => {
      if (purpose.realmId !== params.id) throw new AppError('upload_unknown');
      await assertDiskSpace(ctx, size);
      const replaces = body.replace ? 'anything' : 'nothing';
      const write = async (files: RealmFiles, quota: FilesQuota) =>
        (body.replace ? null : await placedBefore(files, purpose.path, { content, size })) ??
        files.write(purpose.path, content, { quota, replaces });
      return { path: purpose.path, entry: await filesOf(ctx, userId, params.id, write, null) };
    },
    settle: async (tx, { path, entry }) => {
      await recordActivity(tx, { realmId: params.id, actor: { userId }, action: 'fileUpload', what: path });
      return entry;
    },
  });

/**
 * The same file where it is already: an earlier attempt ended after it was written and before that was noted. Null: the content is unread.
 * @throws FilesError exists
 */
async function placedBefore(
  files: RealmFiles,
  path: string,
  { content, size }: { content: Readable; size: number },
): Promise<FileEntry | null> {
  const entry = await files.stat(path).catch((error: unknown) => {
    if (error instanceof FilesError && error.code === 'not_found') return null;
    throw error;
  });
  if (entry?.kind !== 'file' || entry.bytes !== size) return null;
  const hash = createHash('sha512');
  for await (const piece of content as AsyncIterable<Buffer>) hash.update(piece);
  if (hash.digest('hex') !== (await files.hash(path))) throw new FilesError('exists');
  return entry;
}

/** @throws AppError realm_unknown */
export const realmUploads: Handler<'realmUploads'> = async (ctx, { actor, params }) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { uploads: await uploadsToRealm(ctx, id) };
};

/** @throws AppError realm_unknown */
export const realmSftp: Handler<'realmSftp'> = async (ctx, { actor, params }) => {
  const { address } = await visibleRealm(ctx, actor.userId, params.id);
  const { config, sftpKey } = ctx;
  if (sftpKey === null || config.sftpPort === null) return null;
  const { nickname } = await loadLogin(ctx.db, actor.userId);
  return {
    host: new URL(config.publicUrl).hostname,
    port: config.sftpPort,
    username: nickname,
    folder: `/${address}`,
    fingerprint: sftpKey.fingerprint,
    secondStep: Boolean(await chatAccountOf(ctx.db, linkPlatform(ctx), actor.userId)),
  };
};
