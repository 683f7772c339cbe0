import { flushCompileCache } from 'node:module';
import { startPublisher } from './start-publisher.ts';

// In a process that can be killed at any step: `node publish-dns.ts <database> <PowerDNS> <zone> <key>`.
const [databaseUrl = '', base = '', zone = '', key = ''] = process.argv.slice(2);
startPublisher(databaseUrl, base, zone, key);
// Whoever is killed does not do it at their end.
flushCompileCache();
