import { execFileSync } from 'node:child_process';

/** A user of this machine, as a process takes it on. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The system user of that name, made if it is missing. Needs root.
 * @throws Error with what useradd says
 */
export function systemUser(name: string): SystemUser {
  const found = findUser(name);
  if (found) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  let said: unknown;
  try {
    run('useradd', [...options, '--shell', '/usr/sbin/nologin', name]);
  } catch (error) {
    said = error;
  }
  // Somebody else may have created it at the same moment: what counts is that it exists.
  const made = findUser(name);
  if (!made) throw new Error(`The system user ${name} could not be made with useradd.`, { cause: said });
  return made;
}

function findUser(name: string): SystemUser | null {
  try {
    return { uid: Number(run('id', ['-u', name])), gid: Number(run('id', ['-g', name])) };
  } catch {
    return null;
  }
}

function run(program: string, args: string[]): string {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env });
}
