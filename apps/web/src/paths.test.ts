import { expect, test } from 'vitest';
import { eventsSocketUrl } from './paths.ts';

test('the socket is where the page is, encrypted if the page is', () => {
  expect(eventsSocketUrl({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/api/ws/events');
  expect(eventsSocketUrl({ protocol: 'https:', host: 'keep.example' })).toBe('wss://keep.example/api/ws/events');
});
