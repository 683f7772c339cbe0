import { isIP } from 'node:net';
import { publicAddress } from './public-address.ts';

/** Whether the installation is public. A name counts as public unless it is known to be internal. */
export function isPublicUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) ? publicAddress(host) !== null : !/(^|\.)localhost$|\.local$/.test(host);
}
