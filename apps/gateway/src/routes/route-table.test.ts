import { getEventListeners } from 'node:events';
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
  it('keeps at the beginning of a stream what that does not tell of, and knows that it may be old', () => {
    const table = new RouteTable();
    table.begin([route('r1', 'castle')]);
    const told = route('r2', 'island');
    table.begin([told]);
    const castle = table.find('castle');
    expect(castle && table.isStale(castle)).toBe(true);
    expect(table.isStale(told)).toBe(false);
    const again = route('r1', 'castle');
    table.put(again);
    expect(table.isStale(again)).toBe(false);
  });

  it('gives an address that two realms swap to the one told last', () => {
    const table = new RouteTable();
    table.begin([route('r1', 'castle'), route('r2', 'island')]);
    table.put(route('r2', 'castle'));
    expect(table.has('r1')).toBe(false);
    table.put(route('r1', 'island'));
    expect(table.find('castle')?.realmId).toBe('r2');
    expect(table.find('island')?.realmId).toBe('r1');
    table.remove('r1');
    table.remove('unknown');
    expect(table.find('island')).toBeUndefined();
    expect(table.find('castle')?.realmId).toBe('r2');
  });

  it('holds so many and no more: the one unused for longest goes', () => {
    const table = new RouteTable(2);
    table.begin([route('r1', 'castle'), route('r2', 'island')]);
    table.find('castle');
    table.put(route('r3', 'fortress'));
    expect(table.snapshot().map(({ realmId }) => realmId)).toEqual(['r1', 'r3']);
    expect([table.has('r2'), table.find('island')]).toEqual([false, undefined]);
  });

  it('wakes those who wait for an address when its route changes, goes or may be old, and nobody else', async () => {
    const table = new RouteTable();
    table.begin([route('r1', 'castle'), route('r2', 'island')]);
    const { signal } = new AbortController();
    const woken: string[] = [];
    const wait = (address: string) => table.changed(address, signal).then(() => woken.push(address));
    const castle = wait('castle');
    const island = wait('island');
    table.put(route('r1', 'castle'));
    await castle;
    expect(woken).toEqual(['castle']);
    table.put(route('r2', 'fortress'));
    await island;
    const waiting = Promise.all([wait('castle'), wait('nowhere')]);
    table.begin([]);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
