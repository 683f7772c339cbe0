import { describe, expect, it } from 'vitest';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { RouteTable } from './route-table.ts';

function route(realmId: string, address: string): GatewayRoute {
  return {
    realmId,
    address,
    name: address,
    language: 'en',
    state: 'STOPPED',
    endpoint: null,
    reason: null,
    wakers: 'EVERYONE',
    slots: null,
  };
}

describe('RouteTable', () => {
  it('replaces every route by a routes message', () => {
    const table = new RouteTable();
    expect(table.isFilled).toBe(false);
    table.apply({ type: 'routes', routes: [route('r1', 'castle')] });
    table.apply({ type: 'routes', routes: [route('r2', 'island')] });
    expect(table.isFilled).toBe(true);
    expect(table.find('castle')).toBeUndefined();
    expect(table.snapshot()).toEqual({ type: 'routes', routes: [route('r2', 'island')] });
  });

  it('keeps an address that two realms swapped, in whatever order the messages come', () => {
    const table = new RouteTable();
    table.apply({ type: 'routes', routes: [route('r1', 'castle'), route('r2', 'island')] });
    table.apply({ type: 'route', route: route('r2', 'castle') });
    table.apply({ type: 'route', route: route('r1', 'island') });
    expect(table.find('castle')?.realmId).toBe('r2');
    expect(table.find('island')?.realmId).toBe('r1');
    table.apply({ type: 'gone', realmId: 'r1' });
    table.apply({ type: 'gone', realmId: 'unknown' });
    expect(table.find('island')).toBeUndefined();
    expect(table.find('castle')?.realmId).toBe('r2');
  });
});
