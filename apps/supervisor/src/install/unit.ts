/** What a unit is made of. */
export interface Unit {
  /** bin/start, absolute, and its arguments. */
  program: string;
  args: string[];
  /** Whom the machine's systemd runs it as: root or an ordinary user; null: it is a unit of a user's own systemd. */
  user: string | null;
  /** Whether its database is a PostgreSQL of this machine that systemd starts. */
  afterPostgres: boolean;
  /** What it reads besides the system's own files, and the folders that it writes to; absolute and existing. */
  reads: string[];
  writes: string[];
  /** An ordinary user's folder below /run, by its name there, and the group that gets the sockets in it. */
  runFolder: string | null;
  group: string | null;
}

/** What a systemd unit of this product says; see systemd.service(5) and systemd.exec(5). */
export function unitText(unit: Unit): string {
  const { program, args, user, afterPostgres } = unit;
  // Of a command line, alone, $ has a meaning.
  const command = [program, ...args].map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ');
  const after = [...(user === null ? [] : ['network-online.target']), ...(afterPostgres ? ['postgresql.service'] : [])];
  const rights =
    user === null
      ? [delegation]
      : user === 'root'
        ? [delegation, hardening(unit), rightsOfRoot]
        : [hardening(unit), rightsOf(user, unit)];
  return `# Made by bin/start --install, which makes it anew.
[Unit]
Description=Realmkeep, a hosting service for game realms
${after.length > 0 ? `Wants=${after.join(' ')}\nAfter=${after.join(' ')}\n` : ''}
[Service]
Type=notify
NotifyAccess=${user === 'root' ? 'main' : 'all'}
ExecStart=${command}
Restart=always
RestartSec=2
# Fetching packages and building, after an update.
TimeoutStartSec=infinity
# The api saves and stops the realms.
TimeoutStopSec=150
# When the supervisor dies the realms and the database run on, and its successor adopts them: systemd must not kill them.
KillMode=process
OOMPolicy=continue
LimitNOFILE=65536
${rights.join('\n')}

[Install]
WantedBy=${user === null ? 'default.target' : 'multi-user.target'}
`;
}

const delegation = `# The realms' limits are groups below the service's own.
Delegate=yes`;

/** Restrictions of the service, whatever its user. Without ProtectHostname, as realms have a hostname of their own. */
function hardening({ user, reads, writes }: Unit): string {
  const homes = ['/home/', '/root/', '/run/user/'];
  const isAtHome = [...reads, ...writes].some((path) => homes.some((home) => path.startsWith(home)));
  const rootWrites = user === 'root' ? ['-/var/lib/realmkeep', '/run', '-/proc/sys/net'] : [];
  return `NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${[...writes, ...rootWrites].map(quoted).join(' ')}
ProtectHome=${isAtHome ? 'no' : 'yes'}
PrivateDevices=yes
PrivateMounts=yes
PrivateTmp=yes
ProtectClock=yes
ProtectKernelModules=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=~@clock @cpu-emulation @debug @module @obsolete @raw-io @reboot @resources @swap
SystemCallErrorNumber=EPERM
UMask=0077`;
}

/**
 * Of root's rights those which give each realm a user, a group of limits, namespaces and a network of its own: for that it needs these
 * capabilities, mounts and /sys/fs/cgroup. What it starts as another user loses the capabilities.
 */
const rightsOfRoot = `CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_KILL CAP_SETUID CAP_SETGID CAP_SETPCAP
CapabilityBoundingSet=CAP_NET_ADMIN CAP_NET_BIND_SERVICE CAP_SYS_ADMIN CAP_SYS_PTRACE CAP_SYS_RESOURCE
ProtectKernelLogs=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictNamespaces=net pid mnt ipc uts`;

/**
 * No rights at all: an ordinary user makes realms' namespaces within one of users. Not ProtectKernelTunables, ProtectKernelLogs and
 * ProtectProc, which cover parts of /proc: then the kernel lets no ordinary user mount one for a realm, and no wall stands. Not RemoveIPC:
 * PostgreSQL outlives a supervisor that was killed, with its shared memory.
 */
function rightsOf(user: string, { runFolder, group }: Unit): string {
  const sockets = `${runFolder ? `RuntimeDirectory=${quoted(runFolder)}\n` : ''}${group ? `SupplementaryGroups=${group}\n` : ''}`;
  return `User=${user}
${sockets}CapabilityBoundingSet=
ProtectControlGroups=yes
RestrictNamespaces=user net pid mnt ipc uts`;
}

/** A word or path in a unit: quoted, with systemd's own % and the backslash taken literally. */
function quoted(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}
