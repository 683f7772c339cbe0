import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGatewayMessage } from './route-message.ts';

const route = {
  realmId: 'r1',
  address: 'castle',
  name: 'Castle',
  language: 'ru',
  state: 'READY',
  endpoint: { host: '10.0.0.5', port: 40_000, proxyProtocol: true },
  reason: null,
  wakers: 'MANAGERS',
  slots: 10,
};

function parseRouteWith(fields: object): unknown {
  return parseGatewayMessage(JSON.stringify({ type: 'route', route: { ...route, ...fields } }));
}

describe('parseGatewayMessage', () => {
  it.each([
    {
      type: 'routes',
      routes: [route, { ...route, realmId: 'r2', state: 'BLOCKED', endpoint: null, reason: 'griefing' }],
    },
    { type: 'route', route: route },
    { type: 'gone', realmId: 'r1' },
    { type: 'absent', address: 'castle' },
  ])('reads $type', (message) => {
    expect(parseGatewayMessage(JSON.stringify(message))).toEqual(message);
  });

  it('reads what an owner says of a realm, and takes no other thing for it', () => {
    const description = 'Zamek 🏰';
    expect(parseRouteWith({ description })).toEqual({ type: 'route', route: { ...route, description } });
    expect(() => parseRouteWith({ description: 7 })).toThrow('description');
  });

  it('leaves out what the contract does not name', () => {
    expect(parseRouteWith({ secret: 'x' })).toEqual({ type: 'route', route: route });
  });

  it('takes a route of before there were reasons, and of before there was sleep', () => {
    expect(parseRouteWith({ reason: undefined })).toEqual({ type: 'route', route: route });
    expect(parseRouteWith({ wakers: undefined })).toEqual({ type: 'route', route: { ...route, wakers: 'EVERYONE' } });
    expect(parseRouteWith({ slots: undefined })).toEqual({ type: 'route', route: { ...route, slots: null } });
  });

  it.each([
    ['realmId', 1],
    ['address', ''],
    ['name', 'n'.repeat(256)],
    ['language', 'de'],
    ['state', 'toString'],
    ['endpoint', undefined],
    ['endpoint', { ...route.endpoint, port: 0 }],
    ['endpoint', { ...route.endpoint, proof: { realmId: 'r1', run: 1, key: 'ab'.repeat(32) } }],
    ['endpoint', { ...route.endpoint, proof: { realmId: crypto.randomUUID(), run: 1, key: 'ab' } }],
    ['endpoint', { ...route.endpoint, port: '40000' }],
    ['endpoint', { ...route.endpoint, proxyProtocol: 1 }],
    ['reason', ''],
    ['reason', { text: 'griefing' }],
    ['reason', 'r'.repeat(256)],
  ])('refuses a wrong %s', (field, value) => {
    expect(() => parseRouteWith({ [field]: value })).toThrow(Error);
  });

  it.each(['', 'null', '[]', '{}', '{"type":"hello"}', '{"type":"routes"}', '{"type":"route","route":null}'])(
    'refuses %j',
    (json) => {
      expect(() => parseGatewayMessage(json)).toThrow(Error);
    },
  );

  it('refuses any other JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(() => parseGatewayMessage(json)).toThrow(Error);
      }),
    );
  });
});
