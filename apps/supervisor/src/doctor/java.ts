import { findJavaRuntimes, javaPackage } from '@realmkeep/runtime/local';
import type { Config } from '../config.ts';
import { good, note, problem, type Finding } from './finding.ts';
import { firstLine } from './programs.ts';

/** What the game's versions of the last years need: javaMajorFor of the runtime. Realms on the built-in server need none. */
const newest = 25;
const recent = 21;

/** What Java servers can be run with. Needs the packages, which may not be installed yet. */
export async function checkJava(): Promise<Finding> {
  const majors = (await findJavaRuntimes()).map(({ major }) => major);
  const highest = majors.at(-1) ?? 0;
  const found = majors.length === 0 ? 'Missing' : [...new Set(majors)].join(', ');
  if (highest >= newest) return good('Java', `${found}: every version of the game's servers runs`);
  const wanted = highest >= recent ? newest : recent;
  const without = wanted === newest ? '26.1 and later' : highest >= 17 ? '1.20.5 and later' : 'every Java server';
  return note(
    'Java',
    `${found}. Only for kernels in Java; ${without} cannot run. As root, where Debian has it: apt-get install ${javaPackage(wanted)}`,
  );
}

/** Checks for the compiler of the game server's stand-in, if that is needed. */
export async function checkCompiler({ values }: Config): Promise<Finding[]> {
  if (values.KERNELS !== 'sandbox') return [];
  const version = await firstLine('javac', '-version');
  const missing = "KERNELS=sandbox compiles a stand-in for the game's server, and javac is missing.";
  return version === null
    ? [problem('javac', `${missing} As root: apt-get install openjdk-17-jdk-headless`)]
    : [good('javac', `${version}, for KERNELS=sandbox`)];
}
