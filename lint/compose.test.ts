import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { internalServerName } from '@realmkeep/sockets';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig as readApiConfig } from '../apps/api/src/config.ts';
import { readConfig as readGatewayConfig } from '../apps/gateway/src/config.ts';
import { readConfig as readGuestsConfig } from '../apps/guests/src/config.ts';
import { settingsFiles } from '../apps/supervisor/src/compose/settings-files.ts';
import { readConfig } from '../apps/supervisor/src/config.ts';
import { inImage, nobody } from '../apps/supervisor/src/images/contents.ts';

const checkout = join(import.meta.dirname, '..');
const file = readFileSync(join(checkout, 'deploy/compose.yaml'), 'utf8');

const secrets = { TOKEN_KEY: 't'.repeat(43), GATEWAY_TOKEN: 'g'.repeat(43), METRICS_TOKEN: 'm'.repeat(43) };
const images = {
  api: 'realmkeep-api:0123',
  gateway: 'realmkeep-gateway:4567',
  guests: 'realmkeep-guests:cdef',
  postgres: 'realmkeep-postgres:89ab',
};
const passwords = { product: 'p'.repeat(43), guests: 'q'.repeat(43) };

function filesWith(settings: Record<string, string> = {}) {
  // Nothing of this machine's.
  const config = readConfig(['--checkout', '/nowhere'], { DATA_DIR: '/srv/realmkeep', ...settings });
  const users = { gateway: { uid: 993, gid: 992 }, guests: { uid: 991, gid: 990 } };
  return settingsFiles({ config, secrets, passwords, images, ...users });
}

interface Service {
  image: string;
  user: string;
  pid?: string;
  network_mode?: string;
  cap_add?: string[];
  security_opt: string[];
  mem_limit?: string;
  entrypoint?: string[];
  command?: string[];
  labels?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes: string[];
}
interface File {
  services: Record<'database' | 'guests' | 'doors' | 'api' | 'gateway', Service>;
  secrets: Record<string, { file: string }>;
}

/** What is used of https://github.com/compose-spec/compose-spec: any other field would be a slip of the pen. */
const fields = new Set(
  `image user restart read_only cap_drop cap_add security_opt logging pid network_mode networks entrypoint command depends_on labels secrets ports
  tmpfs volumes shm_size stop_signal stop_grace_period mem_limit cpus pids_limit`.split(/\s+/),
);
const parts = ['x-service', 'services', 'networks', 'secrets'];

/** The file as compose has it, with the values of its own settings. */
function rendered(settings: Record<string, string> = {}): File {
  const values = parseEnv(filesWith(settings).compose);
  const asked = new Set<string>();
  const text = file.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    asked.add(name);
    return values[name] ?? '';
  });
  expect([...asked].toSorted()).toEqual(Object.keys(values).toSorted());
  return parse(text, { merge: true }) as File;
}

test('there is nothing in it that compose does not know, and each service has its bounds', () => {
  const file = rendered();
  expect(Object.keys(file)).toEqual(parts);
  expect(Object.keys(file.services)).toEqual(['database', 'guests', 'doors', 'api', 'gateway']);
  for (const service of Object.values(file.services)) {
    expect(Object.keys(service).filter((name) => !fields.has(name))).toEqual([]);
    const bounds = { restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] };
    expect(service).toMatchObject(bounds);
    expect(service.security_opt).toContain('no-new-privileges:true');
  }
});

test('each service has an image of its own, nothing to write but its folders, and no right that it does not need', () => {
  const { database, guests, doors, api, gateway } = rendered().services;
  const used = [database, guests, doors, api, gateway].map(({ image }) => image);
  expect(used).toEqual([images.postgres, images.guests, images.guests, images.api, images.gateway]);
  // Only what makes the way out enters the machine's network, and only the api has more than to become another user.
  for (const service of [database, guests, doors, gateway]) {
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.cap_add ?? []).not.toContain('SYS_ADMIN');
  }
  // Strangers' programs reach nothing by it but the socket in its folder.
  expect(guests).toMatchObject({ network_mode: 'none', mem_limit: '1g' });
  for (const { volumes } of [guests, doors])
    expect(volumes.filter((volume) => !volume.startsWith('/etc/'))).toEqual([
      '/srv/realmkeep/guests:/srv/realmkeep/guests',
    ]);
  expect(doors).toMatchObject({ user: '991:990', networks: ['services'], mem_limit: '256m' });
  expect(doors.cap_add).toBe(undefined);
  expect(gateway).toMatchObject({ user: '993:992', networks: ['services'] });
  expect(gateway.cap_add).toBe(undefined);
  expect(gateway.volumes).toEqual([
    '/srv/realmkeep/gateway:/srv/realmkeep/gateway',
    '/srv/realmkeep/realms/.game:/srv/realmkeep/realms/.game:ro',
  ]);
  expect([gateway.pid, database.pid, database.network_mode]).toEqual([undefined, undefined, 'none']);
  expect(nobody.uid).not.toBe(0);
  for (const { volumes } of [database, guests, doors, api, gateway])
    for (const volume of volumes) {
      const [from, to] = volume.split(':');
      expect(to, 'paths are the same outside and inside').toBe(from);
    }
});

test('what is started is where the images have it, with the settings that it reads', () => {
  const { services, secrets: kept } = rendered();
  const started = { api: 'apps/api/dist/main.js', gateway: inImage.gateway.slice(`${inImage.app}/`.length) };
  for (const name of ['api', 'gateway'] as const) {
    expect(services[name].entrypoint).toEqual([inImage.node, `--env-file=/run/secrets/${name}`]);
    expect(services[name].command).toEqual([started[name]]);
    expect(services[name].secrets).toEqual([name]);
    expect(kept[name]?.file).toBe(`/srv/realmkeep/compose/${name}.env`);
  }
  expect(services.database.command).toEqual(['/srv/realmkeep']);
  expect(services.guests).toMatchObject({
    entrypoint: [inImage.node, '--env-file=/run/secrets/guests', inImage.guestsCluster],
    command: ['/srv/realmkeep'],
    secrets: ['guests'],
  });
  expect(services.doors).toMatchObject({
    entrypoint: [inImage.node, '--env-file=/run/secrets/guests', inImage.guests],
    secrets: ['guests'],
  });
  expect(kept['guests']?.file).toBe('/srv/realmkeep/compose/guests.env');
  const { api, gateway, guests } = filesWith();
  const clusterUrl = `postgres://realmkeep:${passwords.guests}@%2Fsrv%2Frealmkeep%2Fguests%2Fsocket:5432/realmkeep`;
  expect(readGuestsConfig(parseEnv(guests))).toMatchObject({ dir: '/srv/realmkeep/guests', clusterUrl, tcpPort: null });
  expect(readApiConfig(parseEnv(api))).toMatchObject({
    runtime: 'docker',
    dataDir: '/srv/realmkeep',
    host: '::',
    internalPort: 3100,
    gatewayUser: { uid: 993, gid: 992 },
    webDir: `${inImage.app}/apps/web/dist`,
    realmServerDir: inImage.realmServer,
    requireChatLink: false,
    inContainer: true,
    guests: { clusterUrl, namedUrl: null, tcpPort: null, user: { uid: 991, gid: 990 } },
    secrets: { tokenKey: secrets.TOKEN_KEY },
  });
  expect(readGatewayConfig(parseEnv(gateway))).toMatchObject({
    dataDir: '/srv/realmkeep',
    api: { host: 'api', port: 3100, servername: internalServerName },
    token: secrets.GATEWAY_TOKEN,
  });
});

test('a secret is with whom it belongs to, and in nothing that compose shows', () => {
  const card = `sk_test_${'s'.repeat(32)}`;
  const { compose, gateway, api, guests } = filesWith({
    STRIPE_SECRET_KEY: card,
    STRIPE_WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}`,
  });
  expect(api).toContain(passwords.guests);
  for (const text of [compose, file, gateway]) expect(text).not.toContain(passwords.guests);
  for (const secret of [...Object.values(secrets), passwords.product, card]) {
    expect(guests).not.toContain(secret);
    expect(api).toContain(secret);
    expect(compose + file).not.toContain(secret);
    expect(gateway.includes(secret)).toBe(secret === secrets.GATEWAY_TOKEN);
  }
});

test('settings of the operator lead out of the containers as they say', () => {
  const { api, gateway } = rendered({
    HOST: '::1',
    PORT: '8080',
    SFTP_PORT: '2200',
    GAME_HOST: '192.0.2.1',
    GAME_PORT: '7',
    REQUIRE_CHAT_LINK: 'false',
    BASE_DOMAIN: 'realms.example',
  }).services;
  expect(api.ports).toEqual(['[::1]:8080:8080', '[::1]:2200:2200']);
  expect(gateway.ports).toEqual(['192.0.2.1:7:7']);
});

const marks = (settings: Record<string, string>) => {
  const { api, gateway } = rendered(settings).services;
  return [api, gateway].map(({ labels }) => labels?.['io.realmkeep.settings']);
};

test('an operator’s own servers take the place of the built-in ones, each with those who connect to it', () => {
  const own = {
    DATABASE_URL: 'postgres://me:mine@db.example/realmkeep?sslmode=verify-full&sslrootcert=/srv/realmkeep/ca.crt',
  };
  const named = { REALM_DATABASE_URL: 'postgres://them:theirs@10.1.2.3:5433/guests' };
  expect(filesWith().unused).toEqual(['doors']);
  expect(filesWith(own).unused).toEqual(['database', 'doors']);
  const { unused, api, guests, gateway, compose } = filesWith({ ...own, ...named });
  expect(unused).toEqual(['database', 'guests']);
  expect(readApiConfig(parseEnv(api))).toMatchObject({
    databaseUrl: own.DATABASE_URL,
    guests: { clusterUrl: null, namedUrl: named.REALM_DATABASE_URL },
  });
  expect(readGuestsConfig(parseEnv(guests))).toMatchObject({ clusterUrl: null, namedUrl: named.REALM_DATABASE_URL });
  expect(guests).not.toContain('mine');
  for (const text of [compose, gateway]) expect(text).not.toMatch(/mine|theirs/);
});

test('only containers whose settings have changed are made anew', () => {
  const [api, gateway] = marks({});
  expect(marks({})).toEqual([api, gateway]);
  expect(marks({ WIKI_URL: 'https://wiki.example' })).toEqual([expect.not.stringMatching(api ?? ''), gateway]);
});

test.each([
  [{ PROXY_SOCKETS: '/run/realmkeep' }, 'PROXY_SOCKETS'],
  [{ DATABASE_URL: 'postgres://a:b@localhost/d' }, 'DATABASE_URL: must lead'],
  [{ DATABASE_URL: 'postgres://a:b@%2Frun%2Fpostgresql/d' }, 'DATABASE_URL: must lead'],
  [{ DATABASE_URL: 'postgres://a:b@c/d?sslrootcert=/etc/ca.crt' }, 'sslrootcert must be in /srv/realmkeep.'],
  [{ REALM_DATABASE_URL: 'postgres://a:b@127.0.0.1/d' }, 'REALM_DATABASE_URL: must lead'],
  [
    { REALM_DATABASE_URL: 'postgres://a:b@c/d?sslrootcert=/srv/realmkeep/ca.crt' },
    'sslrootcert must be in /srv/realmkeep/guests.',
  ],
  [{ CHAT: 'sandbox' }, 'CHAT'],
  [{ GEO_DATABASE: '/var/lib/GeoIP/GeoLite2-Country.mmdb' }, 'GEO_DATABASE'],
  [{ API_WORKERS: '2' }, 'API_WORKERS'],
  [{ SFTP_PORT: '0' }, 'SFTP_PORT'],
  [{ WIKI_URL: "https://wiki.example/o'clock" }, 'WIKI_URL'],
  [{ DATA_DIR: '/srv/a:b' }, 'DATA_DIR'],
])('what is not there with compose is refused: %o', (settings, name) => {
  expect(() => filesWith(settings)).toThrow(name);
});
