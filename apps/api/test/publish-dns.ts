import { flushCompileCache } from 'node:module';
import { startPublisher } from './start-publisher.ts';

// Publishes DNS records in a process that can be killed at any step: `node publish-dns.ts <database> <PowerDNS> <zone> <key>`.
const [databaseUrl = '', base = '', zone = '', key = ''] = process.argv.slice(2);
startPublisher(databaseUrl, base, zone, key);
// A killed process would not do this at its end.
flushCompileCache();
