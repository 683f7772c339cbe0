import { isIP } from 'node:net';
import { publicAddress } from './public-address.ts';

/** Whether the product is there for the world. A name counts as public unless it is known to stay inside. */
export function isPublicUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) ? publicAddress(host) !== null : !/(^|\.)localhost$|\.local$/.test(host);
}
