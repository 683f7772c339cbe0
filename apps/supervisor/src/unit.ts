/** What a systemd unit of this product says; see systemd.service(5) and systemd.exec(5). */
export function unitText(program: string, args: string[], forMachine: boolean): string {
  const command = [program, ...args].map(quoted).join(' ');
  // What the api needs of root: users of their own for realms, their limits, and groups under /sys/fs/cgroup.
  const hardening = `NoNewPrivileges=yes
ProtectSystem=full
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
`;
  return `# Made by bin/start --install, which makes it anew.
[Unit]
Description=Realmkeep, a hosting service for game realms
${forMachine ? 'Wants=network-online.target\nAfter=network-online.target\n' : ''}
[Service]
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
${forMachine ? hardening : ''}
[Install]
WantedBy=${forMachine ? 'multi-user.target' : 'default.target'}
`;
}

/** A word of a command line in a unit: quoted, with systemd's own % and $ and the backslash taken literally. */
function quoted(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}
