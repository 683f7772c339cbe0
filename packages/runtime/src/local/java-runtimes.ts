import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { assertReachable } from './user/realm-user.ts';

const run = promisify(execFile);

const packagedFolder = '/usr/lib/jvm';
const answerWithinMs = 10_000;

/** A `java` of this machine that realms can run. */
export interface JavaRuntime {
  /** Absolute, without symbolic links. */
  path: string;
  /** 8, 17, 21 … */
  major: number;
}

/**
 * All Java installations: those from packages, that of `home` and the one on the path; the lowest version first. One that does
 * not report its version within 10 s is left out, and so is one in a folder that realms' users may not enter.
 * @param home a folder as in JAVA_HOME
 * @param path as in the environment's PATH
 */
export async function findJavaRuntimes({ home, path = '' }: { home?: string; path?: string } = {}): Promise<
  JavaRuntime[]
> {
  const packaged = await readdir(packagedFolder).catch(() => []);
  const candidates = [
    ...(home ? [join(home, 'bin/java')] : []),
    ...packaged.map((name) => join(packagedFolder, name, 'bin/java')),
    ...path
      .split(delimiter)
      .filter((folder) => folder.startsWith('/'))
      .map((folder) => join(folder, 'java')),
  ];
  const found = await Promise.all(candidates.map((candidate) => realpath(candidate).catch(() => null)));
  const paths = [...new Set(found)].filter((real) => real !== null && isReachable(real)) as string[];
  const runtimes = await Promise.all(
    paths.map(async (real) => {
      const major = await majorOf(real);
      return major === null ? [] : [{ path: real, major }];
    }),
  );
  return runtimes.flat().toSorted((one, other) => one.major - other.major);
}

/**
 * The lowest Java that a version of the game needs. Sources: the game's own version manifests (`javaVersion.majorVersion`), and
 * https://docs.papermc.io/paper/getting-started/#requirements
 * @param version of the game, such as `1.20.4` or `26.1`
 * @param declared what the version's own metadata says, which counts where it is known
 */
export function javaMajorFor(version: string, declared?: number): number {
  if (declared !== undefined) return declared;
  const [first = 0, second = 0, third = 0] = version.split('.').map(Number);
  if (first !== 1) return 25;
  if (second > 20 || (second === 20 && third >= 5)) return 21;
  if (second >= 18) return 17;
  return second === 17 ? 16 : 8;
}

/**
 * The lowest sufficient version, as that is the best tested. Newer ones usually work: Paper up to 1.16.5
 * refuses Java above 16, which realm-server overrides; Forge before 1.17, which is not offered here, does fail.
 */
export function javaFor(runtimes: readonly JavaRuntime[], version: string, declared?: number): JavaRuntime | null {
  const least = javaMajorFor(version, declared);
  const enough = runtimes.filter(({ major }) => major >= least);
  return enough.toSorted((one, other) => one.major - other.major)[0] ?? null;
}

/** Debian's package of a Java; of versions that its releases do not all have. */
export function javaPackage(major: number): string {
  return `openjdk-${major}-jre-headless`;
}

/** What `java -version` says: `openjdk version "17.0.15"`, before Java 9 `java version "1.8.0_392"`. Null for anything else. */
export function parseJavaVersion(text: string): number | null {
  const version = /\bversion "(?:1\.)?(\d{1,3})[."\-_+]/.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

async function majorOf(path: string): Promise<number | null> {
  try {
    const { stdout, stderr } = await run(path, ['-version'], {
      timeout: answerWithinMs,
      maxBuffer: 64 * 1024,
      env: {},
    });
    return parseJavaVersion(stderr + stdout);
  } catch {
    return null;
  }
}

function isReachable(path: string): boolean {
  if (process.getuid?.() !== 0) return true;
  try {
    assertReachable(path);
    return true;
  } catch {
    return false;
  }
}
