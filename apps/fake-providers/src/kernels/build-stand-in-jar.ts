import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** What runs for a second is not worth the optimising compiler, nor threads that collect garbage: half the processor's time. */
const briefly = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

const sourceFolder = fileURLToPath(new URL('../../assets/kernels/standin/', import.meta.url));

/** What it imitates, and its faults. */
export type StandInFlag = 'paper' | 'dieAtOnce' | 'deaf' | 'neverDone' | 'neverSaved' | 'hangAtStop' | 'flood';

/**
 * Builds the stand-in for the game's server: console, status and login of 1.16.5, and a text as its world, which the console
 * commands `mark <text>` and `read` change and print. `run <command>` starts a program, as a plugin may. Needs a JDK.
 * @param folder for the jar
 * @returns the jar's path
 */
export async function buildStandInJar(folder: string, ...flags: StandInFlag[]): Promise<string> {
  const place = await mkdtemp(join(folder, 'stand-in-'));
  // Realms run as users of their own.
  await chmod(place, 0o755);
  const compiling = compiled.get(folder) ?? compile(join(place, 'classes'));
  compiled.set(folder, compiling);
  const flagLines = flags.map((flag) => `${flag}=true\n`);
  const [classes] = await Promise.all([compiling, writeFile(join(place, 'flags.properties'), flagLines)]);
  const jar = join(place, 'server.jar');
  await run('jar', [...briefly, 'cfe', jar, 'standin.Main', '-C', classes, '.', '-C', place, 'flags.properties']);
  return jar;
}

/** By folder, as it goes with it. */
const compiled = new Map<string, Promise<string>>();

async function compile(classes: string): Promise<string> {
  const sources = (await readdir(sourceFolder)).map((name) => join(sourceFolder, name));
  await run('javac', [
    ...briefly,
    '--release',
    '8',
    '-Xlint:-options',
    '-encoding',
    'UTF-8',
    '-d',
    classes,
    ...sources,
  ]);
  return classes;
}
