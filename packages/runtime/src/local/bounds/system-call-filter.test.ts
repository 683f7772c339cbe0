import { expect, test } from 'vitest';
import { systemCallFilter } from './system-call-filter.ts';

const x64 = 0xc000_003e;
const arm64 = 0xc000_00b7;
const [allow, eperm, einval] = [0x7fff_0000, 0x5_0001, 0x5_0016];
const [enosys, eafnosupport, eprotonosupport] = [0x5_0026, 0x5_0061, 0x5_005d];
const [done, kill] = [0x5_0000, 0x8000_0000];

/** What the filter answers, carried out as the kernel would: networking/filter.rst. */
function answer(arch: 'x64' | 'arm64', from: number, number: number, ...args: number[]): number {
  const program = systemCallFilter(arch);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(from, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; at < program.length; at += 8) {
    const k = program.readUInt32LE(at + 4);
    const jump = (holds: boolean): void => {
      at += 8 * program.readUInt8(at + (holds ? 2 : 3));
    };
    const code = program.readUInt16LE(at);
    if (code === 0x20) accumulator = data.readUInt32LE(k);
    else if (code === 0x15) jump(accumulator === k);
    else if (code === 0x35) jump(accumulator >= k);
    else if (code === 0x45) jump((accumulator & k) !== 0);
    else if (code === 0x06) return k;
    else throw new Error(`no such step: ${code}`);
  }
  throw new Error('the filter has no end');
}

const onX64 = { read: 0, mount: 165, ptrace: 101, keyctl: 250, unshare: 272, seccomp: 317, fsetxattr: 190 };
const onArm64 = { read: 63, mount: 40, ptrace: 117, keyctl: 219, unshare: 97, seccomp: 277, fsetxattr: 7 };

test.each([
  [
    'x64',
    x64,
    {
      ...onX64,
      sendto: 44,
      sendmsg: 46,
      sendmmsg: 307,
      splice: 275,
      clone: 56,
      socket: 41,
      setsockopt: 54,
      prctl: 157,
      fcntl: 72,
    },
  ],
  [
    'arm64',
    arm64,
    {
      ...onArm64,
      sendto: 206,
      sendmsg: 211,
      sendmmsg: 269,
      splice: 76,
      clone: 220,
      socket: 198,
      setsockopt: 208,
      prctl: 167,
      fcntl: 25,
    },
  ],
] as const)('on %s what no realm needs is refused, and the rest is let', (arch, audit, calls) => {
  expect(answer(arch, audit, calls.read)).toBe(allow);
  for (const number of [calls.mount, calls.ptrace, calls.keyctl, calls.unshare, calls.seccomp, calls.fsetxattr]) {
    expect(answer(arch, audit, number)).toBe(eperm);
  }
  // clone3, which C libraries do without, and io_uring_setup.
  for (const number of [435, 425]) expect(answer(arch, audit, number)).toBe(enosys);
  const thread = 0x003d_0f00;
  expect(answer(arch, audit, calls.clone, thread)).toBe(allow);
  for (const bit of [17, 25, 26, 27, 28, 29, 30])
    expect(answer(arch, audit, calls.clone, thread | (1 << bit))).toBe(eperm);
  for (const family of [1, 2, 10]) expect(answer(arch, audit, calls.socket, family)).toBe(allow);
  // Neither netlink nor packets nor vsock nor the kernel's ciphers.
  for (const args of [[16, 3, 0], [17], [40], [38]])
    expect(answer(arch, audit, calls.socket, ...args)).toBe(eafnosupport);
  // SO_ATTACH_FILTER and its like, SO_TIMESTAMPING, TCP_MD5SIG and its like, UDP_CORK and IPV6_2292PKTOPTIONS.
  for (const options of ['1 26', '1 51', '1 37', '1 65', '6 14', '6 32', '17 1', '136 1', '41 6'])
    expect(answer(arch, audit, calls.setsockopt, 5, ...options.split(' ').map(Number))).toBe(eperm);
  // But SO_REUSEADDR, TCP_NODELAY, UDP_SEGMENT, and what has one of these numbers elsewhere.
  for (const options of ['1 2', '6 1', '17 103', '41 26', '0 6'])
    expect(answer(arch, audit, calls.setsockopt, 5, ...options.split(' ').map(Number))).toBe(allow);
  // SO_SNDBUF and SO_RCVBUF do nothing.
  for (const option of [7, 8]) expect(answer(arch, audit, calls.setsockopt, 5, 1, option)).toBe(done);
  // UDP-Lite; MSG_MORE, but MSG_NOSIGNAL; SPLICE_F_MORE, but SPLICE_F_MOVE.
  expect(answer(arch, audit, calls.socket, 2, 2, 136)).toBe(eprotonosupport);
  for (const [flags, told] of [
    [0x8000, einval],
    [0x4000, allow],
  ] as const) {
    expect(answer(arch, audit, calls.sendto, 5, 0, 0, flags)).toBe(told);
    expect(answer(arch, audit, calls.sendmsg, 5, 0, flags)).toBe(told);
    expect(answer(arch, audit, calls.sendmmsg, 5, 0, 1, flags)).toBe(told);
  }
  expect(answer(arch, audit, calls.splice, 5, 0, 6, 0, 9, 4)).toBe(einval);
  expect(answer(arch, audit, calls.splice, 5, 0, 6, 0, 9, 1)).toBe(allow);
  // PR_SET_SECCOMP, but PR_SET_NAME; F_OFD_SETLK, but F_SETLK.
  expect(answer(arch, audit, calls.prctl, 22, 2)).toBe(eperm);
  expect(answer(arch, audit, calls.prctl, 15)).toBe(allow);
  expect(answer(arch, audit, calls.fcntl, 5, 37)).toBe(einval);
  expect(answer(arch, audit, calls.fcntl, 5, 6)).toBe(allow);
});

test('calls as another processor’s programs make them end the process', () => {
  expect(answer('x64', 0x4000_0003, 0)).toBe(kill);
  expect(answer('arm64', 0x4000_0028, 0)).toBe(kill);
  expect(answer('x64', x64, 0x4000_0000)).toBe(enosys);
});
