interface Unit {
  /** bin/start, absolute, and what it is given. */
  program: string;
  args: string[];
  /** Whether it is the machine's, which runs as root, or a user's own. */
  forMachine: boolean;
  /** Whether its database is a PostgreSQL of this machine that systemd starts. */
  afterPostgres: boolean;
  /** The folders that it writes to, absolute. */
  writes: string[];
}

/** What a systemd unit of this product says; see systemd.service(5) and systemd.exec(5). */
export function unitText({ program, args, forMachine, afterPostgres, writes }: Unit): string {
  const command = [program, ...args].map(quoted).join(' ');
  const after = [...(forMachine ? ['network-online.target'] : []), ...(afterPostgres ? ['postgresql.service'] : [])];
  return `# Made by bin/start --install, which makes it anew.
[Unit]
Description=Realmkeep, a hosting service for game realms
${after.length > 0 ? `Wants=${after.join(' ')}\nAfter=${after.join(' ')}\n` : ''}
[Service]
Type=notify
NotifyAccess=${forMachine ? 'main' : 'all'}
ExecStart=${command}
Restart=always
RestartSec=2
# Fetching packages and building, after an update.
TimeoutStartSec=infinity
# The api saves and stops the realms.
TimeoutStopSec=150
# When the supervisor dies the realms and the database run on, and its successor adopts them: systemd must not kill them.
KillMode=process
# The realms' limits are groups below the service's own.
Delegate=yes
OOMPolicy=continue
LimitNOFILE=65536
${forMachine ? hardening(writes) : ''}
[Install]
WantedBy=${forMachine ? 'multi-user.target' : 'default.target'}
`;
}

/**
 * All that a service can do without which gives each realm a user, a group of limits, namespaces and a network of its own: for that it
 * needs root, these capabilities, mounts and /sys/fs/cgroup. What it starts as another user loses the capabilities. Not ProtectHostname: realms
 * have a hostname of their own.
 */
function hardening(writes: string[]): string {
  const homes = ['/home/', '/root/', '/run/user/'];
  return `NoNewPrivileges=yes
CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_KILL CAP_SETUID CAP_SETGID CAP_SETPCAP
CapabilityBoundingSet=CAP_NET_ADMIN CAP_NET_BIND_SERVICE CAP_SYS_ADMIN CAP_SYS_PTRACE CAP_SYS_RESOURCE
ProtectSystem=strict
ReadWritePaths=${[...writes, '-/var/lib/realmkeep', '/run', '-/proc/sys/net'].map(quoted).join(' ')}
${writes.some((path) => homes.some((home) => path.startsWith(home))) ? '' : 'ProtectHome=yes\n'}PrivateDevices=yes
PrivateMounts=yes
PrivateTmp=yes
ProtectClock=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=net pid mnt ipc uts
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=~@clock @cpu-emulation @debug @module @obsolete @raw-io @reboot @resources @swap
SystemCallErrorNumber=EPERM
UMask=0077
`;
}

/** A word of a command line in a unit: quoted, with systemd's own % and $ and the backslash taken literally. */
function quoted(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}
