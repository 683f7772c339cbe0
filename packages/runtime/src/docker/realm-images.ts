import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { JavaRuntime } from '../local/java-runtimes.ts';
import { readLaunch } from '../local/installed-runtime.ts';
import type { ServerProgram } from '../local/process/launch.ts';

/** `images.json`, as bin/images writes it. */
const Images = z.object({
  realm: z.string(),
  /** With a Java, by the path of its `java`. */
  java: z.record(z.string(), z.string()),
  node: z.string(),
  realmServer: z.string(),
});

export interface RealmImages {
  /** Without a Java. */
  realm: string;
  java: Readonly<Record<string, string>>;
  /** By its paths in them. */
  program: ServerProgram;
}

/** The Java that there is an image with, each by its path there; the lowest first. */
export async function javaInImages(folder: string): Promise<JavaRuntime[]> {
  const { java } = await readImages(folder);
  const found = Object.entries(java).map(([path, image]) => ({ path, major: Number(/-java(\d+):/.exec(image)?.[1]) }));
  return found.toSorted((one, other) => one.major - other.major);
}

/** The images that realms run in, of the same build as the realm-server in that folder. */
export async function readRealmImages(folder: string, realmServerDir: string): Promise<RealmImages> {
  const { realm, java, node, realmServer } = await readImages(folder);
  const { entry, fileAgent, execArgv, env } = await readLaunch(realmServerDir);
  const program = {
    nodePath: node,
    entry: join(realmServer, entry),
    fileAgent: join(realmServer, fileAgent),
    execArgv,
    env,
  };
  return { realm, java, program };
}

async function readImages(folder: string): Promise<z.infer<typeof Images>> {
  return Images.parse(JSON.parse(await readFile(join(folder, 'images.json'), 'utf8')));
}
