import { describe, expect, it } from 'vitest';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { messageFor } from '../src/answers/messages.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, loginRefusal } from '@realmkeep/testkit/wire';

const reasons = {
  STOPPED: 'stopped',
  SLEEPING: 'sleeping',
  STARTING: 'starting',
  WAITING: 'waiting',
  BLOCKED: 'blocked',
  FAILED: 'failed',
} as const;
const languages = ['en', 'ru', 'pl'] as const;
const states = Object.keys(reasons) as (keyof typeof reasons)[];
const cases = states.flatMap((state) => languages.map((language) => [state, language] as const));

function routeIn(state: GatewayRoute['state'], language: GatewayRoute['language']): GatewayRoute {
  return {
    realmId: 'r1',
    address: 'castle',
    name: '§kCast\nle',
    language,
    state,
    endpoint: null,
    reason: null,
    ...(state === 'WAITING' ? { place: 3 } : {}),
    wakers: 'EVERYONE',
    slots: null,
  };
}

/** What players are told in each state, by which they know it from the others. */
const said = {
  STOPPED: { en: 'is switched off', ru: 'выключен', pl: 'jest wyłączony' },
  SLEEPING: { en: 'is asleep. Join it', ru: 'спит. Зайдите', pl: 'śpi. Dołącz' },
  refused: { en: 'is asleep. Its owner or a co-owner can', ru: 'спит. Разбудить его на сайте', pl: 'śpi. Na stronie' },
  STARTING: { en: 'is starting', ru: 'запускается', pl: 'się uruchamia' },
  WAITING: { en: 'place 3 in the queue', ru: '3-й в очереди', pl: '3. w kolejce' },
  BLOCKED: { en: 'is blocked', ru: 'заблокирован', pl: 'jest zablokowany' },
  FAILED: { en: 'could not start', ru: 'не смог запуститься', pl: 'nie mógł się uruchomić' },
  silent: { en: 'is not responding', ru: 'не отвечает', pl: 'nie odpowiada' },
};

describe('messages to players', () => {
  it.each(cases)('%s in %s', async (state, language) => {
    const route = routeIn(state, language);
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);

    const text = messageFor({ reason: reasons[state], route });
    // The formatting code in the realm's name is gone, its letter stays.
    expect(text).toContain('kCastle');
    expect(text).toContain(said[state][language]);
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual({
      version: { name: 'Realmkeep', protocol: 754 },
      players: { max: 0, online: 0 },
      description: { text },
    });
  });

  // Whoever joins a realm that sleeps or starts waits before it: hold.test.ts.
  it.each(cases.filter(([state]) => state !== 'SLEEPING' && state !== 'STARTING'))(
    '%s in %s, to one who joins',
    async (state, language) => {
      const route = routeIn(state, language);
      await using api = await RoutesServer.start([route]);
      await using gateway = await startTestGateway(api);
      expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(messageFor({ reason: reasons[state], route }));
    },
  );

  it.each(languages)('SLEEPING for all but its managers, in %s', async (language) => {
    const route = { ...routeIn('SLEEPING', language), wakers: 'MANAGERS' as const };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);
    const text = messageFor({ reason: 'refused', route });
    expect(text).toContain(said.refused[language]);
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({ description: { text } });
  });

  it('what its owner says of a realm stands below in the list, and is told to nobody who joins', async () => {
    const route = { ...routeIn('STOPPED', 'en'), description: '§4Zamek\u202E 🏰' };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);
    const text = messageFor({ reason: 'stopped', route });
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({
      description: { text: `${text}\n4Zamek 🏰` },
    });
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(text);
  });

  it.each(languages)('BLOCKED for a reason, in %s', async (language) => {
    const route = { ...routeIn('BLOCKED', language), reason: 'griefs, "steals"' };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);

    const refusal = await loginRefusal(gateway.port, 'castle.localhost');
    expect(refusal).toContain(said.BLOCKED[language]);
    expect(refusal).toMatch(/kCastle.*: griefs, "steals"$/);
    const begin = refusal.slice(0, -'griefs, "steals"'.length);
    const status = () => askStatus(gateway.port, 'castle.localhost');
    expect(await status()).toMatchObject({ description: { text: refusal } });
    // What would format the text, break it or become JSON stays text; what is long is cut.
    api.set({ ...route, reason: '§4§kred\u202E\u2028\0"},{"text":"x' });
    await expect.poll(status).toMatchObject({ description: { text: `${begin}4kred"},{"text":"x` } });
    api.set({ ...route, reason: `${'🧱'.repeat(60)}${' wall'.repeat(25)}` });
    await expect
      .poll(status)
      .toMatchObject({ description: { text: `${begin}${'🧱'.repeat(60)}${' wall'.repeat(11)} wal…` } });
  });

  it.each(languages)('a realm whose port is shut, in %s', async (language) => {
    const endpoint = { host: '127.0.0.1', port: 1, proxyProtocol: false };
    const route: GatewayRoute = { ...routeIn('READY', language), endpoint };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);

    const text = messageFor({ reason: 'silent', route });
    expect(text).toContain(said.silent[language]);
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(text);
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({ description: { text } });
  });

  it.each([
    ['nowhere.localhost', 'There is no realm at nowhere.localhost. Please check the address for a typing mistake.'],
    ['a.castle.localhost', 'There is no realm at a.castle.localhost. Please check the address for a typing mistake.'],
    ['localhost', 'Please type the whole address of a realm, such as name.localhost.'],
    ['127.0.0.1', 'Please type the whole address of a realm, such as name.localhost.'],
    ['castle.example', 'Please type the whole address of a realm, such as name.localhost.'],
    ['', 'This is not the address of a realm. Please type the whole address, such as name.localhost.'],
    ['../../etc/passwd', 'This is not the address of a realm. Please type the whole address, such as name.localhost.'],
  ])('the address %j', async (serverAddress, sentence) => {
    await using api = await RoutesServer.start([routeIn('STOPPED', 'ru')]);
    await using gateway = await startTestGateway(api);

    expect(await loginRefusal(gateway.port, serverAddress)).toBe(sentence);
    expect(await askStatus(gateway.port, serverAddress)).toMatchObject({ description: { text: sentence } });
  });

  it('says that the service is starting while no routes have ever come', async () => {
    await using gateway = await startTestGateway('http://127.0.0.1:1');
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(
      'This address cannot be looked up right now. Please try again in a few seconds.',
    );
  });
});
