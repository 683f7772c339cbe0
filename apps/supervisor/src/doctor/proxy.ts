import type { Config } from '../config.ts';
import { type Finding, good, problem } from './finding.ts';

/** Whether it is known who stands before the page: it speaks no TLS itself. */
export function checkProxy({ values }: Pick<Config, 'values'>): Finding[] {
  if (!values.PUBLIC_URL.startsWith('https:')) return [];
  if (values.TRUST_PROXY !== '') return [good('proxy', `TRUST_PROXY: ${values.TRUST_PROXY}`)];
  return [
    problem(
      'proxy',
      'PUBLIC_URL begins with https, so a proxy stands before the page, but TRUST_PROXY does not name it: all visitors count as one ' +
        'address, and share its limits. Set TRUST_PROXY to the address that the proxy connects from.',
    ),
  ];
}
