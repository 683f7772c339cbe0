import { buffer } from 'node:stream/consumers';
import {
  builtinVersion,
  isUnbounded,
  type ModpackProblem,
  type ModpackState,
  modpackVersionsMax,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import { FilesError, type FilesErrorCode, type FilesQuota, type RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { type Announced, DamagedError } from '../../../integrations/modrinth/modrinth.ts';
import type { VersionFile } from '../../../integrations/modrinth/modrinth-answers.ts';
import { recordActivity } from '../../audit/activity.ts';
import { realmDiscard } from '../../realms/realm-of-backup.ts';
import { lockWorld, realmTakeServer, unfreezeWorld, worldOf } from '../../realms/realm-world.ts';
import {
  attempt,
  attemptsAt,
  byteTeller,
  filesIn,
  makeRealmFolder,
  soon,
  type Steps,
  takeStep,
  unlessSo,
} from '../durable-steps.ts';
import { addonPath } from '../addons/addon-policy.ts';
import { listAddonFiles, recognise } from '../addons/installed-addons.ts';
import type { Job, Lead } from '../job-worker.ts';
import { jarOfVersion } from '../kernels/kernel-jar-fetch.ts';
import { versionsFrom } from '../kernels/realm-kernel-versions.ts';
import { writeDownload } from '../write-download.ts';
import { type ModpackIndex, ModpackRefusal, readIndex } from './modpack-index.ts';
import { findInstall, listModpackWork, type ModpackRow, setInstall } from './modpack-queries.ts';
import { putOverrides } from './put-overrides.ts';

/** A pack holds texts and pictures; its mods are downloaded one by one. */
const maxPackBytes = 512 * 1024 * 1024;
const maxIndexBytes = 8 * 1024 * 1024;
/** The most names that are listed of files left out. */
const maxLeftOut = 20;

/** Where a pack and its unpacked contents are until it is installed: no pack may write there. */
const packPath = 'logs/modpack.zip';
const unpackedPath = 'logs/modpack';

/** Pending work on modpacks. */
export async function modpackJobs(ctx: Context, resting: readonly string[]): Promise<Job[]> {
  return (await listModpackWork(ctx.db, resting)).map(({ id, account }) => ({
    id,
    turn: id,
    rests: id,
    account,
    run: async (lead) => takeStep(steps, ctx, await findInstall(ctx.db, id), lead),
  }));
}

/** The realm is frozen meanwhile and has never run, so nobody else writes its files. */
const steps: Steps<ModpackState, ModpackRow> = {
  FETCHING: fetchPack,
  READING: read,
  INSTALLING: install,
  UNPACKING: unpack,
  FINISHING: finish,
};

/** The files of the realm that is made. */
interface Ground {
  files: RealmFiles;
  quota: FilesQuota;
  lead: Lead;
}

/** The pack itself. */
async function fetchPack(ctx: Context, row: ModpackRow, lead: Lead): Promise<number | null> {
  if (!(await makeRealmFolder(ctx, 'modpack_installs', { id: row.id, realmId: row.id }, lead))) return null;
  return tryStep(ctx, row, lead, async (ground) => {
    const file = await packFile(ctx, row);
    if (file.size > Math.min(maxPackBytes, ground.quota.bytes)) throw new ModpackRefusal('QUOTA');
    const tell = byteTeller(ctx, 'modpack_installs', { id: row.id, state: 'FETCHING', all: file.size });
    await bring(ctx, ground, { path: packPath, file, tell });
    await lead.transaction((tx) => setInstall(tx, row.id, { state: 'READING' }));
  });
}

async function packFile(
  { modrinth }: Context,
  { project_id: project, version_id: id }: ModpackRow,
): Promise<VersionFile> {
  const version = (await modrinth.latest(project, modpackVersionsMax)).find((one) => one.id === id);
  const packs = version?.files.filter(({ filename }) => filename.toLowerCase().endsWith('.mrpack')) ?? [];
  const file = packs.find(({ primary }) => primary) ?? packs[0];
  if (!file) throw new ModpackRefusal('INVALID', '.mrpack');
  return file;
}

/** Unpacked beside the realm's files, and its index checked; then the server that it asks for. */
function read(ctx: Context, row: ModpackRow, lead: Lead): Promise<number | null> {
  return tryStep(ctx, row, lead, async (ground) => {
    const { files, quota } = ground;
    const { signal } = lead;
    // It exists once it is complete.
    await unlessSo('exists', files.extract(packPath, unpackedPath, { quota, signal, onProgress: () => undefined }));
    const { game, loader } = await indexOf(ctx, ground);
    const { versions } = await versionsFrom(ctx, 'fabric', builtinVersion);
    if (versions.find(({ version }) => version === game)?.runs !== true) throw new ModpackRefusal('GAME', game);
    const wanted = { kernel: 'fabric', version: game, build: loader } as const;
    const jar = await jarOfVersion(ctx, wanted, async () => {}, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new ModpackRefusal('KERNEL', null, { cause: error });
    });
    await lead.transaction(async (tx) => {
      await realmTakeServer(tx, row.id, { version: game, jar: jar.sha256 });
      await setInstall(tx, row.id, { state: 'INSTALLING' });
    });
  });
}

/** Fetches the files of its index, each by its hash: after a kill in between, the next attempt finds what is there already. */
function install(ctx: Context, row: ModpackRow, lead: Lead): Promise<number | null> {
  return tryStep(ctx, row, lead, async (ground) => {
    await unlessSo('not_found', ground.files.remove(packPath));
    const { files } = await indexOf(ctx, ground);
    const all = files.reduce((sum, { size }) => sum + size, 0);
    const tell = byteTeller(ctx, 'modpack_installs', { id: row.id, state: 'INSTALLING', all });
    const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
    for (const folder of folders) await unlessSo('exists', ground.files.makeFolder(folder, ground.quota));
    for (const { path, ...file } of files) await bring(ctx, ground, { path, file, tell });
    await lead.transaction((tx) => setInstall(tx, row.id, { state: 'UNPACKING' }));
  });
}

/** Puts the pack's own files over all that. */
function unpack(ctx: Context, row: ModpackRow, lead: Lead): Promise<number | null> {
  return tryStep(ctx, row, lead, async (ground) => {
    const { leftOut } = await indexOf(ctx, ground);
    const further = await putOverrides(ground.files, unpackedPath, ground.quota);
    const unbounded = await removeUnbounded(ctx, row.id, ground.files);
    const left = [...new Set([...leftOut, ...further, ...unbounded])].toSorted().slice(0, maxLeftOut);
    await lead.transaction((tx) => setInstall(tx, row.id, { state: 'FINISHING', left_out: left }));
  });
}

/** Wherever the pack had it from, what could not be held to the plan's limits is not installed. @returns its files */
async function removeUnbounded(ctx: Context, realmId: string, files: RealmFiles): Promise<string[]> {
  const mods = await recognise(ctx, (await listAddonFiles(ctx, realmId, files, 'MOD')).files);
  const unbounded = mods.filter(({ found }) => found !== null && isUnbounded('MOD', found.project_id));
  for (const { name } of unbounded) await unlessSo('not_found', files.remove(addonPath('MOD', name)));
  return unbounded.map(({ name }) => name);
}

/** Nothing is left of the pack beside the realm's files, and the realm may run. */
function finish(ctx: Context, row: ModpackRow, lead: Lead): Promise<number | null> {
  return tryStep(ctx, row, lead, async ({ files }) => {
    const { id, user_id: userId, title, version } = row;
    await unlessSo('not_found', files.remove(unpackedPath));
    await lead.transaction(async (tx) => {
      await lockWorld(tx, id);
      if (!(await setInstall(tx, id, { state: 'DONE' }))) return;
      await unfreezeWorld(tx, id);
      await recordActivity(tx, { realmId: id, actor: { userId }, action: 'addonInstall', what: `${title} ${version}` });
    });
  });
}

/** One step of the realm's, given up where what fails does not pass by itself: then there is no realm. */
async function tryStep(
  ctx: Context,
  row: ModpackRow,
  lead: Lead,
  work: (ground: Ground) => Promise<void>,
): Promise<number | null> {
  const { id } = row;
  const realm = await worldOf(ctx.db, id);
  if (!realm) return soon();
  const { files: quota } = tierLimits[realm.ownerTier as Tier];
  const ground = { files: filesIn(ctx.runtime, id, lead), quota, lead };
  await attempt(
    {
      ...attemptsAt(lead, 'modpack_installs', id),
      mayPass: (error) => [null, 'UNREACHABLE', 'KERNEL'].includes(problemOf(error)),
      async giveUp(error) {
        ctx.log.warn({ err: error, realmId: id, projectId: row.project_id }, 'failed to install a modpack');
        const subject = error instanceof ModpackRefusal ? error.subject : null;
        await lead.transaction(async (tx) => {
          await realmDiscard(tx, id);
          await setInstall(tx, id, { state: 'FAILED', problem: problemOf(error) ?? 'FAULT', subject });
        });
      },
    },
    lead,
    () => work(ground),
  );
  return null;
}

async function indexOf({ config }: Context, { files, quota }: Ground): Promise<ModpackIndex> {
  const { entry, content } = await files.read(`${unpackedPath}/modrinth.index.json`).catch((error: unknown) => {
    const isNone = error instanceof FilesError && ['not_found', 'not_a_file'].includes(error.code);
    throw isNone ? new ModpackRefusal('INVALID', 'modrinth.index.json') : error;
  });
  if (entry.bytes > maxIndexBytes) {
    content.destroy();
    throw new ModpackRefusal('INVALID', 'modrinth.index.json');
  }
  const { base, packHosts: hosts } = config.modrinth;
  return readIndex((await buffer(content)).toString('utf8'), { base, hosts, quota });
}

interface Bringing {
  path: string;
  file: Announced;
  tell: (bytes: number) => void;
}

/** Fetches a file to its path, unless it is there. */
async function bring(ctx: Context, { files, quota, lead }: Ground, { path, file, tell }: Bringing): Promise<void> {
  if ((await unlessSo('not_found', files.hash(path))) === file.hashes.sha512) return tell(file.size);
  const options = { quota, replaces: 'anything' } as const;
  await writeDownload(ctx, files, { path, file, options, tell, lead }).catch((error: unknown) => {
    throw error instanceof DamagedError ? new ModpackRefusal('DAMAGED', path, { cause: error }) : error;
  });
}

/** The folders on the way to a file, from above, but for those that every realm has. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1, -1).map((_, at) => parts.slice(0, at + 2).join('/'));
}

const ofFiles: Partial<Record<FilesErrorCode, ModpackProblem>> = {
  over_quota: 'QUOTA',
  disk_full: 'DISK',
  archive_unreadable: 'INVALID',
  archive_refused: 'UNSAFE',
  exists: 'INVALID',
  not_a_folder: 'INVALID',
  not_a_file: 'INVALID',
};

/** What an error means; null for one of which that is not known, and which may pass. */
function problemOf(error: unknown): ModpackProblem | null {
  if (error instanceof ModpackRefusal) return error.problem;
  if (error instanceof ProviderError) return 'UNREACHABLE';
  if (error instanceof AppError && error.code === 'disk_full') return 'DISK';
  if (error instanceof AppError && error.code === 'kernel_unavailable') return 'KERNEL';
  return error instanceof FilesError ? (ofFiles[error.code] ?? null) : null;
}
