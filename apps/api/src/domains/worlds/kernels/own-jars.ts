import { gameVersionPattern, jarHashPattern, type OwnJar, ownJarFolder, ownJarRule } from '@realmkeep/contract';
import { FilesError, type RealmFiles } from '@realmkeep/runtime';
import { javaMajorFor } from '@realmkeep/runtime/java';
import * as z from 'zod';
import type { Context } from '../../../context.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import type { Jar } from '../../../integrations/kernels/kernel-jars.ts';
import { filesOf } from '../../files/files-of.ts';
import type { JarRow } from './kernel-queries.ts';

/** What the file agent says of a jar, which its realm may have taken over. */
const Facts = z.object({
  sha256: z.string().regex(jarHashPattern),
  mainClass: z.string().max(200).nullable(),
  version: z.string().max(16).nullable(),
});
type Facts = z.infer<typeof Facts>;

/** The main class of one of Bukkit's servers, or of a launcher that unpacks and starts it: Paper's, Leaves', Leaf's. */
const bukkitMain = /paperclip|leavesclip|leaper|bukkit|spigot/i;

/** As `OwnJar`, with what only the api needs to know. */
interface Found extends OwnJar {
  bukkit: boolean;
}

/** @throws AppError realm_unknown, and what the files refuse */
export const realmKernelJars: Handler<'realmKernelJars'> = async (ctx, { actor, params }) => {
  const list = (files: RealmFiles) => ownJars(ctx, params.id, files);
  const { jars, more } = await filesOf(ctx, actor.userId, params.id, list, null);
  return {
    jars: jars.map(({ name, bytes, sha256, version, problem }) => ({ name, bytes, sha256, version, problem })),
    more,
  };
};

/** The jars in the realm's folder for them, by name. @throws FilesError */
async function ownJars(ctx: Context, realmId: string, files: RealmFiles): Promise<{ jars: Found[]; more: number }> {
  const entries = await files.list(ownJarFolder).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  const there = entries
    .filter(({ name, kind }) => kind === 'file' && /\.jar$/i.test(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const jars: Found[] = [];
  // One after the other: the file agent has the disk's time of its realm alone.
  for (const { name, bytes, version } of there.slice(0, ownJarRule.listed)) {
    const facts = bytes > ownJarRule.maxBytes ? null : await factsOf(ctx, realmId, files, name, version);
    const { sha256 = null, mainClass = null, version: says = null } = facts ?? {};
    jars.push({
      name,
      bytes,
      sha256: mainClass === null ? null : sha256,
      version: says !== null && gameVersionPattern.test(says) ? says : null,
      problem: bytes > ownJarRule.maxBytes ? 'TOO_LARGE' : mainClass === null ? 'NO_PROGRAM' : null,
      bukkit: bukkitMain.test(mainClass ?? ''),
    });
  }
  return { jars, more: Math.max(0, there.length - ownJarRule.listed) };
}

/** The jar of this hash, as `kernel_jars` keeps it; null where it is not among the realm's. @throws FilesError */
export async function findOwnJar(
  ctx: Context,
  { id: realmId }: { id: string },
  files: RealmFiles,
  { jar: sha256, version }: { jar: string; version: string },
): Promise<JarRow | null> {
  const jar = (await ownJars(ctx, realmId, files)).jars.find((one) => one.sha256 === sha256);
  if (!jar) return null;
  const { bytes, bukkit } = jar;
  const java = javaMajorFor(version);
  return { sha256, bytes, bukkit, kernel: 'own', version, java, build: null, url: '', identity: `own:${sha256}` };
}

/**
 * Copies a jar out of its realm's files, to where nobody can change it.
 * @throws ProviderError if it is missing, or has changed
 */
export async function keepOwnJar(
  ctx: Context,
  realmId: string,
  jar: Jar,
  tell: (progress: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const files = ctx.runtime.files(realmId);
  try {
    const found = (await ownJars(ctx, realmId, files)).jars.find(({ sha256 }) => sha256 === jar.sha256);
    if (!found) throw new ProviderError('an own jar is not there any more');
    const open = async () => readUntil(signal, (await files.read(`${ownJarFolder}/${found.name}`)).content);
    await ctx.kernelJars.keep(jar, open, (bytes) => tell(Math.min(1, bytes / jar.bytes)));
  } catch (error) {
    signal.throwIfAborted();
    if (isGone(error)) throw new ProviderError('an own jar has just gone', { cause: error });
    throw error;
  }
}

async function* readUntil(signal: AbortSignal, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** The build name of an owner's jar. */
export function buildOfOwn(sha256: string): string {
  return sha256.slice(0, 12);
}

async function factsOf(
  { fileHashes }: Context,
  realmId: string,
  files: RealmFiles,
  name: string,
  version: string,
): Promise<Facts | null> {
  const key = `${realmId} jar ${name} ${version}`;
  const kept = fileHashes.get(key);
  if (kept !== undefined) return Facts.parse(JSON.parse(kept));
  try {
    const facts = Facts.parse(await files.jar(`${ownJarFolder}/${name}`));
    fileHashes.keep(key, JSON.stringify(facts));
    return facts;
  } catch (error) {
    const isNone = error instanceof FilesError && ['archive_unreadable', 'archive_refused'].includes(error.code);
    if (isNone || isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof FilesError && ['absent', 'not_found', 'not_a_folder', 'not_a_file'].includes(error.code);
}
