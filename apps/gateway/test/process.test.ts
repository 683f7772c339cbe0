import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { holdTcp, internalCertificate } from '@realmkeep/sockets';
import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer, token } from './routes-server.ts';
import { temporaryFolder } from './test-gateway.ts';
import { freePort } from '@realmkeep/testkit/free-port';
import { askStatus, joinRealm } from '@realmkeep/testkit/wire';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

class GatewayProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(environment: Record<string, string>, ...fds: number[]) {
    this.child = fork(main, { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...fds] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.output += bytes.toString();
      });
    }
  }

  async ready(): Promise<number> {
    const over = new AbortController();
    this.child.once('exit', () => over.abort(new Error(`it has ended:\n${this.output}`)));
    const [message]: { ready: boolean; port: number }[] = await once(this.child, 'message', { signal: over.signal });
    if (!message?.ready) throw new Error('the first message is not ready');
    return message.port;
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exitCode();
  }
}

describe('the gateway process', () => {
  it('follows an api on another machine by the certificate of their token, and no other', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()], internalCertificate(token));
    await using stranger = await RoutesServer.start([realm.route()], internalCertificate(`${token}, but not quite`));
    await using folder = await temporaryFolder();
    const start = async (url: string) => {
      const port = String(await freePort());
      const environment = { GAME_HOST: '127.0.0.1', GAME_PORT: port, API_URL: url, GATEWAY_TOKEN: token };
      return new GatewayProcess({ ...environment, DATA_DIR: folder.path });
    };
    await using deceived = await start(stranger.url);
    await expect.poll(() => deceived.output).toContain('failed to follow the routes of the api');
    expect(stranger.opened).toBe(0);
    await using gateway = await start(api.url);
    const port = await gateway.ready();
    await expect.poll(() => askStatus(port, 'castle.localhost')).toEqual(realmStatus);
  });

  it('says when it is ready, and ends when the product stops though a player is on', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using folder = await temporaryFolder();
    const environment = {
      GAME_HOST: '127.0.0.1',
      GAME_PORT: String(await freePort()),
      API_URL: api.url,
      GATEWAY_TOKEN: token,
      DATA_DIR: folder.path,
    };
    await using gateway = new GatewayProcess(environment);
    const port = await gateway.ready();
    await expect.poll(() => askStatus(port, 'castle.localhost')).toEqual(realmStatus);
    const player = await joinRealm(port, 'castle.localhost');
    await realm.nextArrival();

    gateway.child.send({ type: 'shutdown' });
    expect(await gateway.exitCode()).toBe(0);
    await player.readToEnd();
    const lines = gateway.output.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the gateway listens',
      'following the routes of the api',
      'the gateway stops',
      'connections since the last such line',
    ]);
    expect(gateway.output).not.toContain(token);
  });

  it('by SIGTERM takes no new players, keeps those that it has beside its successor, and ends with the last', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using folder = await temporaryFolder();
    const held = await holdTcp('127.0.0.1', 0);
    const healthPort = String(await freePort());
    const environment = {
      GAME_FD: '4',
      API_URL: api.url,
      GATEWAY_TOKEN: token,
      METRICS_TOKEN_SHA256: createHash('sha256').update(token).digest('hex'),
      DATA_DIR: folder.path,
      GATEWAY_HEALTH_PORT: healthPort,
      GAME_HOST: '127.0.0.1',
    };
    const metrics = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers })).text();
    };
    await using first = new GatewayProcess(environment, held.fd);
    await first.ready();
    await expect.poll(() => askStatus(held.port, 'castle.localhost')).toEqual(realmStatus);
    const player = await joinRealm(held.port, 'castle.localhost');
    const arrival = await realm.nextArrival();
    await expect.poll(metrics).toContain('realmkeep_gateway_connections{state="relayed"} 1');
    expect(await metrics()).toContain('realmkeep_gateway_routes 1\n');
    expect((await fetch(`http://127.0.0.1:${healthPort}/metrics`)).status).toBe(403);
    expect((await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).status).toBe(200);

    const leaving = once(first.child, 'message');
    first.child.kill('SIGTERM');
    expect(await leaving).toEqual([{ leaving: true }, undefined]);
    await using second = new GatewayProcess(environment, held.fd);
    await second.ready();
    await expect.poll(() => askStatus(held.port, 'castle.localhost')).toEqual(realmStatus);
    await expect.poll(metrics).toContain('realmkeep_gateway_outcomes_total{outcome="status"} 1');
    player.socket.write('still here');
    held.close();
    await expect.poll(() => arrival.wire.received.toString()).toBe('still here');
    player.socket.destroy();
    arrival.wire.socket.end();
    expect(await first.exitCode()).toBe(0);
    expect(first.output).toContain('no player is left');
    expect(second.child.exitCode).toBe(null);
  });

  it.each([
    ['asked again', '3600'],
    ['after the time that they have', '1'],
  ])('sends the players off %s', async (how, seconds) => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using folder = await temporaryFolder();
    await using gateway = new GatewayProcess({
      GAME_HOST: '127.0.0.1',
      GAME_PORT: String(await freePort()),
      API_URL: api.url,
      GATEWAY_TOKEN: token,
      DATA_DIR: folder.path,
      GATEWAY_DRAIN_SECONDS: seconds,
    });
    const port = await gateway.ready();
    await expect.poll(() => askStatus(port, 'castle.localhost')).toEqual(realmStatus);
    const player = await joinRealm(port, 'castle.localhost');
    const leaving = once(gateway.child, 'message');
    gateway.child.kill('SIGTERM');
    await leaving;
    if (how === 'asked again') gateway.child.kill('SIGTERM');
    await player.readToEnd();
    expect(await gateway.exitCode()).toBe(0);
  });

  it('is replaced at once after a kill, the realm untouched', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using folder = await temporaryFolder();
    const environment = {
      GAME_HOST: '127.0.0.1',
      API_URL: api.url,
      GATEWAY_TOKEN: token,
      DATA_DIR: folder.path,
    };
    await using first = new GatewayProcess({ ...environment, GAME_PORT: String(await freePort()) });
    const port = await first.ready();
    await expect.poll(() => askStatus(port, 'castle.localhost')).toEqual(realmStatus);

    first.child.kill('SIGKILL');
    await first.exitCode();
    await using second = new GatewayProcess({ ...environment, GAME_PORT: `${port}` });
    expect(await second.ready()).toBe(port);
    await expect.poll(() => askStatus(port, 'castle.localhost')).toEqual(realmStatus);
    const player = await joinRealm(port, 'castle.localhost');
    expect((await realm.nextArrival()).name).toBe('Steve');
    player.socket.destroy();
  });

  it('lets more than a thousand players wait at a port that was handed to it', async () => {
    await using folder = await temporaryFolder();
    const held = await holdTcp('127.0.0.1', 0);
    await using gateway = new GatewayProcess(
      {
        GAME_FD: '4',
        GATEWAY_TOKEN: token,
        API_URL: 'http://127.0.0.1:1',
        DATA_DIR: folder.path,
      },
      held.fd,
    );
    expect(await gateway.ready()).toBe(held.port);
    // State, who waits, how many may.
    const { stdout } = await promisify(execFile)('ss', ['-ltnH', `sport = :${held.port}`]);
    expect(stdout).toMatch(/^LISTEN +0 +1024 /);
    held.close();
  });

  it('ends when its parent lets go of it', async () => {
    await using folder = await temporaryFolder();
    await using gateway = new GatewayProcess({
      GAME_HOST: '127.0.0.1',
      GAME_PORT: String(await freePort()),
      GATEWAY_TOKEN: token,
      API_URL: 'http://127.0.0.1:1',
      DATA_DIR: folder.path,
    });
    await gateway.ready();
    gateway.child.disconnect();
    expect(await gateway.exitCode()).toBe(0);
  });

  it('says which setting is wrong and exits with 1', async () => {
    await using gateway = new GatewayProcess({ GAME_PORT: 'many', GATEWAY_TOKEN: token });
    expect(await gateway.exitCode()).toBe(1);
    expect(gateway.output).toContain('GAME_PORT: must be a port');
  });
});
