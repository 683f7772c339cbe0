import type { RealmLimits, RealmSpec } from '@realmkeep/realm-protocol';

/** What a container is for: to run a realm, to work on its files, to draw a picture. */
export type Role = 'realm' | 'files' | 'picture';

const label = (name: string): string => `io.realmkeep.${name}`;

/** A container's labels. `place` tells the data folders of a machine apart. */
export interface Labels {
  place: string;
  role: Role;
  realm: string;
  /** Of a realm: the fencing token of the run, and when it was started. */
  run?: string;
  startedAt?: string;
  /** Of a realm with a server in Java: its number, by which its way out has its addresses. */
  way?: string;
  /** Of the others: the id of the driver's process. */
  driver?: string;
}

export interface ContainerOrder {
  image: string;
  command: readonly string[];
  env: Readonly<Record<string, string>>;
  user: { uid: number; gid: number };
  /** Files and folders of this machine, at their own paths or those. */
  mounts: readonly { path: string; at?: string; isWritable: boolean }[];
  limits: RealmLimits;
  labels: Labels;
  /** Whether it goes with the connection that is attached to it, and leaves nothing. */
  isAttached: boolean;
}

const mebibyte = 1024 * 1024;
/** As for the local driver: docs/decisions/012-local-driver.md and 047-walls.md. */
const openFiles = 4096;
const oomScore = 800;
const tmpMiB = 64;
const cpuPeriod = 100_000;

/**
 * The body of `POST /containers/create`. The container has a user of its own, no capabilities, nothing writable but its folder, and an empty
 * network: no other realm, not the machine, and no cloud metadata. A Java server's way out is added to it later.
 */
export function containerBody({
  image,
  command,
  env,
  user,
  mounts,
  limits,
  labels,
  isAttached,
}: ContainerOrder): object {
  const { memoryMiB, cores, processes } = limits;
  return {
    Image: image,
    Entrypoint: command,
    Cmd: [],
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    User: `${user.uid}:${user.gid}`,
    WorkingDir: '/',
    Hostname: 'realm',
    Labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [label(name), String(value)])),
    AttachStdin: isAttached,
    AttachStdout: isAttached,
    AttachStderr: isAttached,
    OpenStdin: isAttached,
    StdinOnce: isAttached,
    HostConfig: {
      NetworkMode: 'none',
      IpcMode: 'private',
      ShmSize: mebibyte,
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': `rw,nosuid,nodev,exec,size=${tmpMiB}m,mode=1777` },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Mounts: mounts.map(({ path, at = path, isWritable }) => ({
        Type: 'bind',
        Source: path,
        Target: at,
        ReadOnly: !isWritable,
      })),
      Memory: Math.round(memoryMiB * mebibyte),
      MemorySwap: Math.round(memoryMiB * mebibyte),
      CpuPeriod: cpuPeriod,
      CpuQuota: Math.max(1000, Math.round(cores * cpuPeriod)),
      PidsLimit: processes,
      OomScoreAdj: oomScore,
      Ulimits: [
        { Name: 'nofile', Soft: openFiles, Hard: openFiles },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
      RestartPolicy: { Name: 'no' },
      AutoRemove: isAttached,
    },
  };
}

/** @param names the file mounted as /etc/resolv.conf @param databaseDoor the folder of the door to its database */
export function realmMounts(
  folder: string,
  { java }: Pick<RealmSpec, 'java'>,
  { names, databaseDoor }: { names: string | null; databaseDoor: string | null },
): ContainerOrder['mounts'] {
  return [
    { path: folder, isWritable: true },
    ...(java ? [{ path: java.jar, isWritable: false }] : []),
    ...(names === null ? [] : [{ path: names, at: '/etc/resolv.conf', isWritable: false }]),
    ...(databaseDoor === null ? [] : [{ path: databaseDoor, isWritable: false }]),
  ];
}

/** The query of a list of containers that say all this. */
export function labelFilter(labels: Partial<Labels>): string {
  const wanted = Object.entries(labels).map(([name, value]) => `${label(name)}=${value}`);
  return `filters=${encodeURIComponent(JSON.stringify({ label: wanted }))}`;
}

/** The value of one of its labels. */
export function labelOf(labels: Readonly<Record<string, string>> | null, name: keyof Labels): string {
  return labels?.[label(name)] ?? '';
}
