import { describe, expect, it } from 'vitest';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, loginRefusal } from './wire.ts';

const sentences = [
  ['STOPPED', 'en', 'Castle is switched off. Its owner can switch it on at the web page.'],
  ['STOPPED', 'ru', 'Сервер «Castle» выключен. Владелец может включить его на сайте.'],
  ['STOPPED', 'pl', 'Serwer „Castle” jest wyłączony. Właściciel może włączyć go na stronie.'],
  ['SLEEPING', 'en', 'Castle is asleep. Join it, and it wakes up.'],
  ['SLEEPING', 'ru', 'Сервер «Castle» спит. Зайдите, и он проснётся.'],
  ['SLEEPING', 'pl', 'Serwer „Castle” śpi. Dołącz, a się obudzi.'],
  ['STARTING', 'en', 'Castle is starting. Please try again in a few seconds.'],
  ['STARTING', 'ru', 'Сервер «Castle» запускается. Попробуйте снова через несколько секунд.'],
  ['STARTING', 'pl', 'Serwer „Castle” się uruchamia. Spróbuj ponownie za kilka sekund.'],
  [
    'WAITING',
    'en',
    'Castle starts as soon as there is room for it: place 3 in the queue. Please try again in some minutes.',
  ],
  [
    'WAITING',
    'ru',
    'Сервер «Castle» запустится, как только освободится место: он 3-й в очереди. Попробуйте снова через несколько минут.',
  ],
  [
    'WAITING',
    'pl',
    'Serwer „Castle” uruchomi się, gdy zwolni się miejsce: jest 3. w kolejce. Spróbuj ponownie za kilka minut.',
  ],
  ['BLOCKED', 'en', 'Castle is blocked. Its owner finds the reason at the web page.'],
  ['BLOCKED', 'ru', 'Сервер «Castle» заблокирован. Владелец найдёт причину на сайте.'],
  ['BLOCKED', 'pl', 'Serwer „Castle” jest zablokowany. Właściciel znajdzie powód na stronie.'],
  ['FAILED', 'en', 'Castle could not start. Its owner finds the reason at the web page.'],
  ['FAILED', 'ru', 'Сервер «Castle» не смог запуститься. Владелец найдёт причину на сайте.'],
  ['FAILED', 'pl', 'Serwer „Castle” nie mógł się uruchomić. Właściciel znajdzie powód na stronie.'],
] as const;

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
  };
}

const managersOnly = [
  ['en', 'Castle is asleep. Its owner or a co-owner can wake it at the web page.'],
  ['ru', 'Сервер «Castle» спит. Разбудить его на сайте может владелец или совладелец.'],
  ['pl', 'Serwer „Castle” śpi. Na stronie może go obudzić właściciel lub współwłaściciel.'],
] as const;

const blocked = [
  ['en', 'Castle is blocked. The reason: '],
  ['ru', 'Сервер «Castle» заблокирован. Причина: '],
  ['pl', 'Serwer „Castle” jest zablokowany. Powód: '],
] as const;

describe('answers in words', () => {
  it.each(sentences)('%s in %s', async (state, language, sentence) => {
    await using api = await RoutesServer.start([routeIn(state, language)]);
    await using gateway = await startTestGateway(api);

    // The formatting code in the realm's name is gone, its letter stays.
    const expected = sentence.replace('Castle', 'kCastle');
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual({
      version: { name: 'Realmkeep', protocol: 754 },
      players: { max: 0, online: 0 },
      description: { text: expected },
    });
  });

  // Whoever joins a realm that sleeps or starts waits before it: hold.test.ts.
  it.each(sentences.filter(([state]) => state !== 'SLEEPING' && state !== 'STARTING'))(
    '%s in %s, to one who joins',
    async (state, language, sentence) => {
      await using api = await RoutesServer.start([routeIn(state, language)]);
      await using gateway = await startTestGateway(api);
      expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(sentence.replace('Castle', 'kCastle'));
    },
  );

  it.each(managersOnly)('SLEEPING for all but its managers, in %s', async (language, sentence) => {
    const route = { ...routeIn('SLEEPING', language), name: 'Castle', wakers: 'MANAGERS' as const };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({ description: { text: sentence } });
  });

  it.each(blocked)('BLOCKED for a reason, in %s', async (language, sentence) => {
    const name = 'Castle';
    const route = { ...routeIn('BLOCKED', language), name, reason: 'griefs, "steals"' };
    await using api = await RoutesServer.start([route]);
    await using gateway = await startTestGateway(api);

    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(`${sentence}griefs, "steals"`);
    const status = () => askStatus(gateway.port, 'castle.localhost');
    expect(await status()).toMatchObject({ description: { text: `${sentence}griefs, "steals"` } });
    // What would format the text, break it or become JSON stays text; what is long is cut.
    api.set({ ...route, reason: '§4§kred\u202E\u2028\0"},{"text":"x' });
    await expect.poll(status).toMatchObject({ description: { text: `${sentence}4kred"},{"text":"x` } });
    api.set({ ...route, reason: `${'🧱'.repeat(60)}${' wall'.repeat(25)}` });
    await expect
      .poll(status)
      .toMatchObject({ description: { text: `${sentence}${'🧱'.repeat(60)}${' wall'.repeat(11)} wal…` } });
  });

  it.each([
    ['en', 'Castle does not answer just now. Please try again in a moment.'],
    ['ru', 'Сервер «Castle» сейчас не отвечает. Попробуйте снова чуть позже.'],
    ['pl', 'Serwer „Castle” teraz nie odpowiada. Spróbuj ponownie za chwilę.'],
  ] as const)('a realm whose port is shut, in %s', async (language, sentence) => {
    const endpoint = { host: '127.0.0.1', port: 1, proxyProtocol: false };
    await using api = await RoutesServer.start([{ ...routeIn('READY', language), name: 'Castle', endpoint }]);
    await using gateway = await startTestGateway(api);

    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(sentence);
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({ description: { text: sentence } });
  });

  it.each([
    ['nowhere.localhost', 'There is no realm at nowhere.localhost. Please check the address for a typing mistake.'],
    ['a.castle.localhost', 'There is no realm at a.castle.localhost. Please check the address for a typing mistake.'],
    ['localhost', 'Please type the whole address of a realm, such as name.localhost.'],
    ['127.0.0.1', 'Please type the whole address of a realm, such as name.localhost.'],
    ['castle.example', 'Please type the whole address of a realm, such as name.localhost.'],
    ['', "This is no realm's address. Please type it whole, such as name.localhost."],
    ['../../etc/passwd', "This is no realm's address. Please type it whole, such as name.localhost."],
  ])('the address %j', async (serverAddress, sentence) => {
    await using api = await RoutesServer.start([routeIn('STOPPED', 'ru')]);
    await using gateway = await startTestGateway(api);

    expect(await loginRefusal(gateway.port, serverAddress)).toBe(sentence);
    expect(await askStatus(gateway.port, serverAddress)).toMatchObject({ description: { text: sentence } });
  });

  it('says that the service is starting while no routes have ever come', async () => {
    await using gateway = await startTestGateway('http://127.0.0.1:1');
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(
      'The service is just starting. Please try again in a few seconds.',
    );
  });
});
