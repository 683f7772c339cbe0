import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { SystemUser } from './system-user.ts';

/** What a server is put within, beside its own settings. */
export interface ServerBounds {
  /** Bytes that each of its processes may have for itself; more is an error of the statement. */
  dataBytes?: number;
  /** Who dies first where the machine has no memory left: 0 is everybody's, 1000 the first. */
  oomScore?: number;
  /** Folders of cgroups that it joins. Needs root. */
  groups?: readonly string[];
}

/** Takes its place where memory is short, joins the groups, and becomes the server. Arguments: score, groups …, `--`, command …. */
const before = `ulimit -c 0
echo "$1" 2>/dev/null >/proc/self/oom_score_adj
shift
while [ "$1" != -- ]; do echo "$$" >"$1/cgroup.procs" || exit 74; shift; done
shift
exec "$@"`;

interface Server {
  /** The program with its arguments. */
  command: string[];
  folder: string;
  log: string;
  user: SystemUser | null;
  bounds: ServerBounds;
}

/** In a session of its own: it outlives this process. */
export async function spawnServer({ command, folder, log: path, user, bounds }: Server): Promise<ChildProcess> {
  const { dataBytes, oomScore = 0, groups = [] } = bounds;
  const data = dataBytes === undefined ? [] : ['prlimit', `--data=${dataBytes}`];
  const id = user && ['setpriv', '--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  const words = ['postgres', String(oomScore), ...groups, '--', ...data, ...(id ?? []), ...command];
  const log = await open(path, 'a', 0o600);
  try {
    const child = spawn('/bin/sh', ['-c', before, ...words], {
      cwd: folder,
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...oomEnvironment(oomScore) },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** PostgreSQL's own means: a session dies before the server that would have to take care of all others. */
function oomEnvironment(score: number): NodeJS.ProcessEnv {
  if (score === 0) return {};
  return { PG_OOM_ADJUST_FILE: '/proc/self/oom_score_adj', PG_OOM_ADJUST_VALUE: String(Math.min(1000, score + 100)) };
}
