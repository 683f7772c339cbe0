/** setpriv(1): the user, none of the driver's groups or capabilities, and no way to gain any. */
export function userArguments(uid: number): string[] {
  return [...identity(uid), '--bounding-set=-all', '--inh-caps=-all'];
}

/** The same, but reading regardless of the modes of files and folders. For the machine's programs, which a realm does not see. */
export function readerArguments(uid: number): string[] {
  const reads = '+dac_read_search';
  return [...identity(uid), `--bounding-set=-all,${reads}`, `--inh-caps=-all,${reads}`, `--ambient-caps=${reads}`];
}

function identity(uid: number): string[] {
  const id = String(uid);
  return ['--reuid', id, '--regid', id, '--clear-groups', '--no-new-privs'];
}
