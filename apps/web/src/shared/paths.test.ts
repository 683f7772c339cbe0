import { expect, test } from 'vitest';
import { socketUrl } from './paths.ts';

test('the socket is where the page is, encrypted if the page is', () => {
  expect(socketUrl({ protocol: 'http:', host: 'localhost:3000' }, 'events')).toBe('ws://localhost:3000/api/ws/events');
  expect(socketUrl({ protocol: 'https:', host: 'keep.example' }, 'verification')).toBe(
    'wss://keep.example/api/ws/verification',
  );
});
