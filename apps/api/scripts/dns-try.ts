import { createDns } from '../src/integrations/dns/create-dns.ts';
import { dnsProblem } from '../src/integrations/dns/try-dns.ts';
import { dnsOf } from './config.ts';

/** Tries the DNS provider from the environment: `node apps/api/scripts/dns-try.ts`. Prints what is wrong. */
const { dns, baseDomain } = dnsOf();
// It changes nothing, so nothing is marked.
const provider = createDns(dns, '');
const problem = await dnsProblem(provider, baseDomain);
process.stdout.write(problem ?? `${provider.place} holds ${baseDomain}`);
process.exitCode = problem === null ? 0 : 1;
