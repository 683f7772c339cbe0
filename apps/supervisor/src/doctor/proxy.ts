import { type Config, proxyLists } from '../config.ts';
import { namesLoopback } from '../sockets/names-loopback.ts';
import { type Finding, good, note, problem } from './finding.ts';

/** Whether a proxy in front of the page, which has no TLS itself, is configured, and whether others could impersonate it. */
export function checkProxy({ values }: Pick<Config, 'values'>): Finding[] {
  const loose = proxyLists
    .filter((name) => namesLoopback(values[name]))
    .map((name) =>
      note(
        'proxy',
        `${name} names this machine's loopback: every program on it can say to be any visitor. ` +
          'Let the proxy come by the sockets of PROXY_SOCKETS: see deploy/proxy.',
      ),
    );
  if (!values.PUBLIC_URL.startsWith('https:')) return loose;
  const known = (['PROXY_SOCKETS', 'TRUST_PROXY'] as const).filter((name) => values[name] !== '');
  if (known.length > 0) return [good('proxy', known.map((name) => `${name}: ${values[name]}`).join(', ')), ...loose];
  return [
    problem(
      'proxy',
      'PUBLIC_URL begins with https, so a proxy stands before the page, but it is not known which: all visitors count as one ' +
        'address, and share its limits. Set PROXY_SOCKETS for one on this machine, TRUST_PROXY to the address of another.',
    ),
    ...loose,
  ];
}
