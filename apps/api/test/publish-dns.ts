import pino from 'pino';
import { openDb, openPool } from '../src/db/pool.ts';
import { DnsPublisher } from '../src/domains/realms/dns/dns-publisher.ts';
import { RealmDirectory } from '../src/domains/realms/live/realm-directory.ts';
import { markOf } from '../src/integrations/dns/dns-provider.ts';
import { createPowerDns } from '../src/integrations/dns/powerdns.ts';

// What the api does with DNS records, in a process that can be killed at any step: `node publish-dns.ts <database> <PowerDNS> <zone> <key>`.
const [databaseUrl = '', base = '', zone = '', key = ''] = process.argv.slice(2);
const log = pino();
const db = openDb(openPool(databaseUrl, 2));
const directory = new RealmDirectory(db, log);
const provider = createPowerDns({ base, zone, key }, markOf('installation-1'));
const target = { addresses: ['203.0.113.7'], name: null };
const publisher = new DnsPublisher({ db, log, directory, provider, target, baseDomain: zone, gamePort: 25_566 });
process.on('SIGTERM', () => void publisher.stop().then(() => process.exit(0)));
