/** What runs; the realm-server and the page are built into files that need no packages. */
const roots = ['apps/supervisor', 'apps/api', 'apps/gateway', 'apps/guests', 'apps/host', 'apps/fake-providers'];

/** An entry of package-lock.json (version 3), by its path below the checkout. */
interface Entry {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  /** A workspace of this repository: where it lies. */
  link?: boolean;
  resolved?: string;
}

/**
 * The folders below node_modules that the product needs at run time, found as Node finds them: from a package's own
 * node_modules up to the checkout's. Packages for another machine are among them; they may not be there.
 * @param lockFile the text of package-lock.json
 * @param from folders of the checkout that need them
 */
export function neededPackages(lockFile: string, from: readonly string[] = roots): string[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> };
  const needed = new Set<string>(from);
  // A Set yields what is added while it is walked.
  for (const path of needed) {
    const entry = packages[path];
    if (entry?.link && entry.resolved) needed.add(entry.resolved);
    const names = { ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies };
    for (const name of Object.keys(names)) {
      const found = foldersFrom(path)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((place) => packages[place]);
      if (found) needed.add(found);
    }
  }
  return [...needed].filter((path) => path.startsWith('node_modules/') || path.includes('/node_modules/')).sort();
}

/** `a/b` gives a/b/, a/ and the checkout itself. */
function foldersFrom(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`).concat('');
}
