import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether addresses and ranges, with commas between, name this machine by its loopback. */
export function namesLoopback(list: string): boolean {
  return list.split(',').some((part) => {
    const [ip = ''] = part.trim().split('/');
    return loopback.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  });
}
