import { stat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway, temporaryFolder } from './test-gateway.ts';
import { askStatus, joinRealm, loginRefusal } from '@realmkeep/testkit/wire';

const noApi = 'http://127.0.0.1:1';

describe('routes', () => {
  it('follow the api: a new realm, its states, a new address, its end', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);
    const refusal = (address: string): Promise<string> => loginRefusal(gateway.port, address);

    expect(await refusal('castle.localhost')).toContain('no realm');
    api.set(realm.route({ state: 'STARTING', endpoint: null }));
    const text = expect.stringContaining('is starting');
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toMatchObject({ description: { text } });
    api.set(realm.route());
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    api.set(realm.route({ address: 'fortress' }));
    await expect.poll(() => askStatus(gateway.port, 'fortress.localhost')).toEqual(realmStatus);
    expect(await refusal('castle.localhost')).toContain('no realm');
    api.remove('r1');
    await expect.poll(() => refusal('fortress.localhost')).toContain('no realm');
  });

  it('stay in force while the api is away, cut nobody off, and are followed again when it is back', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    const player = await joinRealm(gateway.port, 'castle.localhost');
    const arrival = await realm.nextArrival();

    await api.kill();
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    const second = await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();

    api.set(realm.route({ state: 'STOPPED', endpoint: null }));
    await api.listen();
    await expect
      .poll(() => askStatus(gateway.port, 'castle.localhost'))
      .toMatchObject({ description: { text: 'Castle is switched off. Its owner can switch it on on the website.' } });
    arrival.wire.socket.write('still here');
    expect((await player.readBytes(10)).toString()).toBe('still here');
    player.socket.destroy();
    second.socket.destroy();
  });

  it('are asked for anew when the api falls silent', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api, {}, { apiSilenceMs: 200 });
    await expect.poll(() => api.opened).toBeGreaterThanOrEqual(3);
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toContain('no realm');
  });

  it('are not asked for anew while empty lines come', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api, {}, { apiSilenceMs: 1000 });
    // Twice the silence, in beats of a twentieth of it.
    let beats = 0;
    const heart = setInterval(() => {
      api.sendRaw('');
      beats += 1;
    }, 50);
    await expect.poll(() => beats, { timeout: 30_000 }).toBeGreaterThanOrEqual(40);
    clearInterval(heart);
    expect(api.opened).toBe(1);
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toContain('no realm');
  });

  it('are asked for anew after a line that is no message, and kept meanwhile', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    api.sendRaw('');
    api.sendRaw('{"type":"route","route":{"realmId":"r1","address":"castle","state":"EXPLODED"}}');
    await expect.poll(() => api.opened).toBe(2);
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
  });

  it('of the last run serve a gateway that starts while the api is away, from a file of its own', async () => {
    await using realm = await Realm.start();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'gateway', 'routes.json');
    {
      await using api = await RoutesServer.start([realm.route()]);
      await using gateway = await startTestGateway(api, { DATA_DIR: folder.path });
      expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
      await expect.poll(() => readFile(file, 'utf8')).toContain('castle');
      // A change that is still to be saved when the gateway stops.
      api.set(realm.route({ realmId: 'r2', address: 'island' }));
      await expect.poll(() => askStatus(gateway.port, 'island.localhost')).toEqual(realmStatus);
    }
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await using gateway = await startTestGateway(noApi, { DATA_DIR: folder.path });
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    expect(await askStatus(gateway.port, 'island.localhost')).toEqual(realmStatus);
  });

  it('of a torn file are left aside', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'gateway'));
    await writeFile(join(folder.path, 'gateway', 'routes.json'), '{"type":"routes","rou');
    await using gateway = await startTestGateway(noApi, { DATA_DIR: folder.path });
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toContain('looked up right now');
  });
});
