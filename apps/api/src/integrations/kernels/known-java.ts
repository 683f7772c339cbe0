import { findJavaRuntimes, type JavaRuntime } from '@realmkeep/runtime/java';

export type FindJava = () => Promise<readonly JavaRuntime[]>;

/** The versions of Java on this machine, lowest first. */
export async function javaMajors(find: FindJava): Promise<number[]> {
  return [...new Set((await find()).map(({ major }) => major))];
}

/** After this time a newly installed Java is noticed. */
const knownForMs = 60_000;

/** Looks for what there is of Java, not oftener than once a minute. @param path as the environment's PATH */
export function knownJava(path: string): FindJava {
  let known: Promise<readonly JavaRuntime[]> | null = null;
  let until = 0;
  return () => {
    if (known === null || until < Date.now()) {
      until = Date.now() + knownForMs;
      known = findJavaRuntimes({ path });
    }
    return known;
  };
}
