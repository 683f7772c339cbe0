import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DebianPostgres, startDebianPostgres } from '@realmkeep/postgres';
import { giveUnix } from '@realmkeep/sockets';
import { startHaproxy } from '@realmkeep/testkit/haproxy';
import { makeMachines } from '@realmkeep/testkit/machines';
import { freePort } from '@realmkeep/testkit/free-port';
import { runSql } from '@realmkeep/testkit/sql';
import { Member } from './member.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const apiPort = 3_000;
const gamePort = 25_565;
/** A draining gateway keeps its own port, so its successor takes the other. */
const healthPorts = [8_081, 8_082] as const;
const secret = 'a-secret-of-the-bench-that-is-long-enough';

/** Three apis and two gateways, each in its own network namespace, with one PostgreSQL and haproxy outside. */
export interface Fleet extends AsyncDisposable {
  apis: Member[];
  gateways: Member[];
  database: DebianPostgres;
  databaseUrl: string;
  dataDir: string;
  /** haproxy's, which routes each request to any ready api and each player to any ready gateway. */
  url: string;
  gamePort: number;
  /** The api's own, bypassing haproxy. */
  apiUrl: (api: Member) => string;
  gatewayAddress: (gateway: Member) => { host: string; port: number };
  /** The leading api, by the lock it holds; null when no api holds it. */
  leader(): Promise<Member | null>;
  /** The output of the ledger's verification, which names what is wrong with it. */
  verifyLedger(): Promise<string>;
}

/**
 * @param folder for its data and logs; realms' users must be able to traverse it
 * @throws Error without root, haproxy, Debian's PostgreSQL or a build
 */
export async function startFleet(folder: string): Promise<Fleet> {
  await using stack = new AsyncDisposableStack();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await chmod(dataDir, 0o711);
  const machines = stack.use(makeMachines());
  const database = stack.use(await startDebianPostgres(null, machines.link));
  await runSql(database.url, "create role realmkeep login password 'its own'");
  await runSql(database.url, 'create database realmkeep owner realmkeep');
  const databaseUrl = `postgres://realmkeep:its%20own@${machines.here}:${database.port}/realmkeep`;

  const settings = {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: secret,
    GATEWAY_TOKEN: secret,
    METRICS_TOKEN: secret,
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: join(root, '.tools/compiled'),
  };
  const apiSettings = {
    PORT: String(apiPort),
    SFTP_PORT: '0',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: dataDir,
    WEB_DIR: join(root, 'apps/web/dist'),
    REALM_SERVER_DIR: join(root, 'apps/realm-server'),
    REQUIRE_CHAT_LINK: 'false',
    REQUESTS_PER_MINUTE: '1000000',
    CREDENTIALS_PER_MINUTE: '100000',
    REGISTRATIONS_PER_HOUR: '100000',
    LOGINS_PER_ADDRESS: '100000',
    SOCKETS_PER_ADDRESS: '10000',
    DRAIN_NOTICE_SECONDS: '1',
  };
  const logOf = (name: string) => join(folder, `${name}.log`);
  const apis = [1, 2, 3].map((number) => {
    const name = `api-${number}`;
    const machine = machines.add();
    return new Member({
      name,
      machine,
      script: join(root, 'apps/api/dist/main.js'),
      environment: () => ({ ...settings, ...apiSettings, HOST: machine.address, INTERNAL_FD: '4' }),
      give: (spawnWith) => giveUnix(join(folder, `${name}.sock`), { mode: 0o600 }, spawnWith),
      log: logOf(name),
    });
  });
  const routes = join(folder, 'routes.sock');
  const gateways = [1, 2].map((number) => {
    const name = `gateway-${number}`;
    const machine = machines.add();
    let starts = 0;
    return new Member({
      name,
      machine,
      script: join(root, 'apps/gateway/dist/main.js'),
      environment: () => ({
        ...settings,
        GAME_HOST: machine.address,
        GAME_PORT: String(gamePort),
        GATEWAY_HEALTH_PORT: String(healthPorts[starts++ % healthPorts.length]),
        DATA_DIR: join(folder, name),
        API_URL: `unix:${routes}`,
        PROXY_FROM: machines.here,
        MAX_LOGINS_PER_MINUTE: '100000',
      }),
      log: logOf(name),
    });
  });
  for (const member of [...apis, ...gateways]) stack.defer(() => member.end());
  // One after another: the first one migrates the database and binds the data folder to it.
  for (const api of apis) await api.start();

  const ports = { page: await freePort(), game: await freePort() };
  const addresses = {
    apis: apis.map(({ machine }) => machine.address),
    gateways: gateways.map((g) => g.machine.address),
  };
  const haproxy = await startHaproxy(folder, balance({ ...addresses, ports, folder, routes }), [
    ports.page,
    ports.game,
  ]);
  stack.defer(async () => {
    const ended = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await ended;
  });
  for (const gateway of gateways) {
    await mkdir(join(folder, gateway.name));
    await gateway.start();
  }

  const kept = stack.move();
  return {
    apis,
    gateways,
    database,
    databaseUrl,
    dataDir,
    url: `http://127.0.0.1:${ports.page}`,
    gamePort: ports.game,
    apiUrl: ({ machine }) => `http://${machine.address}:${apiPort}`,
    gatewayAddress: ({ machine }) => ({ host: machine.address, port: gamePort }),
    async leader() {
      const [row] = await runSql(
        database.url,
        `select host(client_addr) as address from pg_stat_activity join pg_locks using (pid)
         where locktype = 'advisory' and objid = 7302003 and granted`,
      );
      return apis.find(({ machine }) => machine.address === row?.['address']) ?? null;
    },
    async verifyLedger() {
      const words = [join(root, 'apps/api/scripts/ledger-verify.ts')];
      const env = { DATABASE_URL: databaseUrl };
      return promisify(execFile)(process.execPath, words, { env }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      );
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

interface Balanced {
  apis: string[];
  gateways: string[];
  ports: { page: number; game: number };
  folder: string;
  /** The unix socket on which the apis answer gateways. */
  routes: string;
}

/** haproxy's configuration. Members are asked three times a second whether they are ready; an api that is not loses its connections at once. */
function balance({ apis, gateways, ports, folder, routes }: Balanced): string {
  const eachApi = (server: (address: string, index: number) => string) =>
    apis.map((address, index) => `  server api-${index + 1} ${server(address, index)}`).join('\n');
  return `global
  stats socket ${folder}/haproxy.sock mode 600
defaults
  mode http
  timeout connect 500ms
  timeout client 2m
  timeout server 2m
  timeout tunnel 1h
  timeout check 1s
  retries 3
  option redispatch 1
  balance random
  option httpchk GET /health/ready
  default-server inter 300ms fall 2 rise 1

listen page
  bind 127.0.0.1:${ports.page}
  default-server on-marked-down shutdown-sessions
${eachApi((address) => `${address}:${apiPort} check`)}

listen routes
  bind unix@${routes} mode 600
  default-server on-marked-down shutdown-sessions
${eachApi((address, index) => `unix@${folder}/api-${index + 1}.sock check addr ${address} port ${apiPort}`)}

listen game
  mode tcp
  bind 127.0.0.1:${ports.game}
${gateways
  .flatMap((address, index) =>
    healthPorts.map(
      (port) => `  server gateway-${index + 1}-${port} ${address}:${gamePort} send-proxy-v2 check port ${port}`,
    ),
  )
  .join('\n')}
`;
}
