/** setpriv(1): the user, none of the driver's groups or capabilities, and no way to gain any. */
export function userArguments(uid: number): string[] {
  const id = String(uid);
  return ['--reuid', id, '--regid', id, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
}
