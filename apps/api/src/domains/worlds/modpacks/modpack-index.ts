import { fileNameProblem, type ModpackProblem } from '@realmkeep/contract';
import type { FilesQuota } from '@realmkeep/runtime';
import { z } from 'zod';
import { isOwn } from '../../../integrations/kernels/ask-provider.ts';
import type { Announced } from '../../../integrations/modrinth/modrinth.ts';

/** Names in a path, as the file agent takes them. */
const maxDepth = 32;
const maxPathBytes = 1000;
const maxSubject = 200;

/** Where files of a pack may lie on a server here. All else is for the game's client, or is the product's. */
const places = [['mods'], ['config'], ['world', 'datapacks']];

/** Why a pack is not installed, and what that is about. */
export class ModpackRefusal extends Error {
  override readonly name = 'ModpackRefusal';
  readonly problem: ModpackProblem;
  readonly subject: string | null;
  constructor(problem: ModpackProblem, subject: string | null = null, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
    this.subject = subject?.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?').slice(0, maxSubject) ?? null;
  }
}

const side = z.enum(['required', 'optional', 'unsupported']);

/** Source: https://support.modrinth.com/en/articles/8802351-modrinth-modpack-format-mrpack */
const Index = z.object({
  formatVersion: z.literal(1),
  game: z.literal('minecraft'),
  files: z
    .array(
      z.object({
        path: z.string(),
        hashes: z.object({
          sha1: z.string().regex(/^[0-9a-f]{40}$/i),
          sha512: z
            .string()
            .regex(/^[0-9a-f]{128}$/i)
            .toLowerCase(),
        }),
        env: z.object({ client: side, server: side }).nullish(),
        downloads: z.array(z.url().max(2048)).min(1).max(20),
        fileSize: z.int().min(0),
      }),
    )
    .max(5000),
  dependencies: z.record(z.string().max(64), z.string().max(64)),
});

/** What a pack asks for on a server. */
export interface ModpackIndex {
  /** The version of the game. */
  game: string;
  /** The version of Fabric's loader. */
  loader: string;
  files: (Announced & { path: string })[];
  /** What of `files` has no place here: the first name of each path. */
  leftOut: string[];
}

interface Terms {
  /** Where Modrinth is. */
  base: URL;
  /** Hosts besides Modrinth's own from which files may be fetched. */
  hosts: readonly string[];
  quota: FilesQuota;
}

/** What `modrinth.index.json` says, held against all that a pack may ask for. @throws ModpackRefusal */
export function readIndex(text: string, { base, hosts, quota }: Terms): ModpackIndex {
  const { files: named, dependencies } = parsed(text);
  const { minecraft: game, 'fabric-loader': loader, ...others } = dependencies;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ModpackRefusal('LOADER', other);
  if (game === undefined) throw new ModpackRefusal('INVALID', 'minecraft');
  if (loader === undefined) throw new ModpackRefusal('LOADER');
  const leftOut = new Set<string>();
  const paths = new Set<string>();
  const files: ModpackIndex['files'] = [];
  for (const { path, hashes, env, downloads, fileSize: size } of named) {
    // Also checked for client-only files: a pack that would write elsewhere cannot be trusted.
    const isPlaced = hasPlace(path);
    if (paths.has(path.normalize('NFC'))) throw new ModpackRefusal('INVALID', path);
    paths.add(path.normalize('NFC'));
    if (env?.server === 'unsupported') continue;
    if (!isPlaced) {
      leftOut.add(path.split('/')[0] ?? '');
      continue;
    }
    const url = downloads.find((one) => isOwn(base, hosts, new URL(one)));
    if (url === undefined) throw new ModpackRefusal('HOST', URL.parse(downloads[0] ?? '')?.host ?? null);
    files.push({ path, url, size, hashes, hosts });
  }
  const both = files.find(({ path }) =>
    path.split('/').some((_, at, parts) => at > 0 && paths.has(parts.slice(0, at).join('/'))),
  );
  if (both) throw new ModpackRefusal('INVALID', both.path);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > quota.bytes || files.length > quota.files) throw new ModpackRefusal('QUOTA');
  return { game, loader, files, leftOut: [...leftOut] };
}

function parsed(text: string): z.infer<typeof Index> {
  try {
    return Index.parse(JSON.parse(text));
  } catch (error) {
    throw new ModpackRefusal('INVALID', 'modrinth.index.json', { cause: error });
  }
}

/** Whether a pack may write this path. @throws ModpackRefusal UNSAFE for one that leads outside, or would on Windows */
export function hasPlace(path: string): boolean {
  const parts = path.split('/');
  const isSafe =
    parts.length <= maxDepth &&
    Buffer.byteLength(path) <= maxPathBytes &&
    !/^[a-z]:/i.test(path) &&
    parts.every((part) => fileNameProblem(part) === null);
  if (!isSafe) throw new ModpackRefusal('UNSAFE', path);
  return places.some((place) => parts.length > place.length && place.every((name, at) => name === parts[at]));
}
