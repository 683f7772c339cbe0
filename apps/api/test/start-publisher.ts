import pino from 'pino';
import { openDb, openPool } from '../src/db/pool.ts';
import { DnsPublisher } from '../src/domains/realms/dns/dns-publisher.ts';
import { RealmDirectory } from '../src/domains/realms/live/realm-directory.ts';
import { markOf } from '../src/integrations/dns/dns-provider.ts';
import { createPowerDns } from '../src/integrations/dns/powerdns.ts';

/** Publishes DNS records as the api does, without the rest of the api. @param base PowerDNS's base URL @returns a function that ends it */
export function startPublisher(databaseUrl: string, base: string, zone: string, key: string): () => Promise<void> {
  const log = pino({ level: 'silent' });
  const db = openDb(openPool(databaseUrl, 2));
  const directory = new RealmDirectory(db, log);
  const provider = createPowerDns({ base, zone, key }, markOf('installation-1'));
  const target = { addresses: ['203.0.113.7'], name: null };
  const publisher = new DnsPublisher({ db, log, directory, provider, target, baseDomain: zone, gamePort: 25_566 });
  return async () => {
    await publisher.stop();
    await db.destroy();
  };
}
