import { endianness } from 'node:os';

/*
 * What the kernel refuses a realm and everything that it starts: a filter of system calls, seccomp(2), assembled here. It is a list of
 * what no game needs and what holes of kernels were met through, by Docker's default profile
 * (github.com/moby/profiles, seccomp/default.json); what only root may do anyway is on it as well.
 */

/** The number on x86-64 and on arm64 (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h); null: not there. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/** Answered as if not permitted. */
const refused: Record<string, Numbers> = {
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // Lists of rights in the memory of the kernel that no cgroup counts, 128 KiB for each empty file.
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  setxattrat: [463, 463],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  // Keys, which are by user and not by namespace.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Large parts of the kernel that a game has no use for; of io_setup the whole machine has so many.
  io_setup: [206, 0],
  bpf: [321, 280],
  // Its programs are compiled into memory of which the whole machine has so much.
  seccomp: [317, 277],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  lookup_dcookie: [212, 18],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  vhangup: [153, 58],
  mbind: [237, 235],
  get_mempolicy: [239, 236],
  set_mempolicy: [238, 237],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy_home_node: [450, 450],
  memfd_secret: [447, 447],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  // The machine itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  nfsservctl: [180, 42],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
};

/** Answered as by a kernel that has none: libraries then do without. clone3 has its flags where a filter cannot read them. */
const absent: Record<string, Numbers> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

const clone: Numbers = [56, 220];
const socket: Numbers = [41, 198];
const setsockopt: Numbers = [54, 208];
const prctl: Numbers = [157, 167];
const fcntl: Numbers = [72, 25];
const sendto: Numbers = [44, 206];
const sendmsg: Numbers = [46, 211];
const sendmmsg: Numbers = [307, 269];
const splice: Numbers = [275, 76];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET of linux/sched.h. */
const namespaces = 0x7e02_0000;
/**
 * AF_UNIX, AF_INET and AF_INET6; vsock, say, leads out of every network namespace. Not netlink: what waits in its sockets is memory
 * of the kernel that no cgroup counts. C libraries and Java learn without it what interfaces there are.
 */
const families = [1, 2, 10];
/** SO_ATTACH_FILTER, ATTACH_BPF, ATTACH_REUSEPORT_CBPF and ATTACH_REUSEPORT_EBPF of asm-generic/socket.h: as with seccomp. */
const socketFilters = [26, 50, 51, 52];
/** SO_TIMESTAMPING_OLD and _NEW: copies of what was sent, which wait with the socket, uncounted by cgroups as all that follows. */
const timestamps = [37, 65];
/** TCP_MD5SIG, MD5SIG_EXT and AO_ADD_KEY of linux/tcp.h. */
const tcpKeys = [14, 32, 38];
/**
 * SO_SNDBUF and SO_RCVBUF: answered as if done. What waits with a socket for its program, errors and time stamps with copies of what was
 * sent included, is bounded by these.
 */
const bufferSizes = [7, 8];
/** UDP_CORK of linux/udp.h, and what corks a packet by itself: MSG_MORE of linux/socket.h and SPLICE_F_MORE of linux/splice.h. */
const udpCork = 1;
const messageMore = 0x8000;
const spliceMore = 4;
/** UDP-Lite, which newer kernels lack. Its socket level can also cork UDP sockets. */
const udpLite = 136;
/** IPV6_2292PKTOPTIONS of linux/in6.h. */
const packetOptions = 6;
const [solSocket, ipprotoTcp, ipprotoUdp, ipprotoIpv6] = [1, 6, 17, 41];
/** PR_SET_SECCOMP of linux/prctl.h. */
const setSeccomp = 22;
/** F_OFD_SETLK and F_OFD_SETLKW of linux/fcntl.h: locks whose owner the kernel does not show. */
const namelessLocks = [37, 38];

const eperm = 1;
const einval = 22;
const enosys = 38;
const eprotonosupport = 93;
const eafnosupport = 97;

/** Of linux/seccomp.h and linux/audit.h. */
const allow = 0x7fff_0000;
const errno = 0x0005_0000;
const killProcess = 0x8000_0000;
/** struct seccomp_data, the lower halves of the arguments. */
const [systemCall, architecture] = [0, 4];
const [firstArgument, secondArgument, thirdArgument, fourthArgument, sixthArgument] = [16, 24, 32, 40, 56];
const auditArch = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** Added to the numbers of x86's third way to call, which would pass every number of the list by. */
const x32 = 0x4000_0000;

/** Opcodes of linux/filter.h. */
const [load, equal, atLeast, anyOf, ret] = [0x20, 0x15, 0x35, 0x45, 0x06];

/** One step: the opcode, its number, and where to go on if it holds and if it does not; the next step for lack of a label. */
interface Step {
  code: number;
  k: number;
  yes?: string;
  no?: string;
  label?: string;
}

/** Whether there is a filter for this processor. */
export function hasFilter(arch: string = process.arch): arch is 'x64' | 'arm64' {
  return (arch === 'x64' || arch === 'arm64') && endianness() === 'LE';
}

/** The filter as the kernel takes it: an array of struct sock_filter. */
export function systemCallFilter(arch: 'x64' | 'arm64'): Buffer {
  const of = (numbers: Numbers): number[] => [numbers[arch === 'x64' ? 0 : 1]].filter((number) => number !== null);
  const list = (calls: Record<string, Numbers>, yes: string): Step[] =>
    Object.values(calls).flatMap((numbers) => of(numbers).map((k) => ({ code: equal, k, yes })));
  return assemble([
    { code: load, k: architecture },
    { code: equal, k: auditArch[arch], no: 'kill' },
    { code: load, k: systemCall },
    ...(arch === 'x64' ? [{ code: atLeast, k: x32, yes: 'absent' }] : []),
    ...of(clone).map((k) => ({ code: equal, k, yes: 'clone' })),
    ...of(socket).map((k) => ({ code: equal, k, yes: 'socket' })),
    ...of(setsockopt).map((k) => ({ code: equal, k, yes: 'setsockopt' })),
    ...of(prctl).map((k) => ({ code: equal, k, yes: 'prctl' })),
    ...of(fcntl).map((k) => ({ code: equal, k, yes: 'fcntl' })),
    ...[...of(sendto), ...of(sendmmsg)].map((k) => ({ code: equal, k, yes: 'send' })),
    ...of(sendmsg).map((k) => ({ code: equal, k, yes: 'sendmsg' })),
    ...of(splice).map((k) => ({ code: equal, k, yes: 'splice' })),
    ...list(refused, 'refuse'),
    ...list(absent, 'absent'),
    { code: ret, k: allow },
    { label: 'clone', code: load, k: firstArgument },
    { code: anyOf, k: namespaces, yes: 'refuse', no: 'allow' },
    { label: 'socket', code: load, k: firstArgument },
    ...families.map((k) => ({ code: equal, k, yes: 'protocol' })),
    { code: ret, k: errno | eafnosupport },
    { label: 'protocol', code: load, k: thirdArgument },
    { code: equal, k: udpLite, no: 'allow' },
    { code: ret, k: errno | eprotonosupport },
    { label: 'setsockopt', code: load, k: secondArgument },
    { code: equal, k: ipprotoTcp, yes: 'tcp' },
    ...[ipprotoUdp, udpLite].map((k) => ({ code: equal, k, yes: 'udp' })),
    { code: equal, k: ipprotoIpv6, yes: 'ipv6' },
    { code: equal, k: solSocket, no: 'allow' },
    { code: load, k: thirdArgument },
    ...[...socketFilters, ...timestamps].map((k) => ({ code: equal, k, yes: 'refuse' })),
    ...bufferSizes.map((k) => ({ code: equal, k, yes: 'pretend' })),
    { code: ret, k: allow },
    { label: 'tcp', code: load, k: thirdArgument },
    ...tcpKeys.map((k) => ({ code: equal, k, yes: 'refuse' })),
    { code: ret, k: allow },
    { label: 'udp', code: load, k: thirdArgument },
    { code: equal, k: udpCork, yes: 'refuse', no: 'allow' },
    { label: 'ipv6', code: load, k: thirdArgument },
    { code: equal, k: packetOptions, yes: 'refuse', no: 'allow' },
    { label: 'prctl', code: load, k: firstArgument },
    { code: equal, k: setSeccomp, yes: 'refuse', no: 'allow' },
    { label: 'fcntl', code: load, k: secondArgument },
    ...namelessLocks.map((k) => ({ code: equal, k, yes: 'unknown' })),
    { code: ret, k: allow },
    { label: 'send', code: load, k: fourthArgument },
    { code: anyOf, k: messageMore, yes: 'unknown', no: 'allow' },
    { label: 'sendmsg', code: load, k: thirdArgument },
    { code: anyOf, k: messageMore, yes: 'unknown', no: 'allow' },
    { label: 'splice', code: load, k: sixthArgument },
    { code: anyOf, k: spliceMore, yes: 'unknown', no: 'allow' },
    { label: 'allow', code: ret, k: allow },
    { label: 'pretend', code: ret, k: errno },
    { label: 'refuse', code: ret, k: errno | eperm },
    { label: 'absent', code: ret, k: errno | enosys },
    { label: 'unknown', code: ret, k: errno | einval },
    { label: 'kill', code: ret, k: killProcess },
  ]);
}

function assemble(steps: Step[]): Buffer {
  const program = Buffer.alloc(steps.length * 8);
  const distance = (label: string | undefined, from: number): number => {
    if (label === undefined) return 0;
    const to = steps.findIndex((step) => step.label === label);
    if (to <= from || to - from - 1 > 255) throw new RangeError(`no way to ${label}`);
    return to - from - 1;
  };
  for (const [index, step] of steps.entries()) {
    program.writeUInt16LE(step.code, index * 8);
    program.writeUInt8(distance(step.yes, index), index * 8 + 2);
    program.writeUInt8(distance(step.no, index), index * 8 + 3);
    program.writeUInt32LE(step.k >>> 0, index * 8 + 4);
  }
  return program;
}
