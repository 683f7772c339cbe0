import { expect, test } from 'vitest';
import { sandboxHere } from './sandbox-here.ts';

test('what is played is visited by the name that the visitor has come by', () => {
  expect(sandboxHere('http://localhost:3000/sandbox/chat/authorize?state=a%20b', 'http://192.168.1.5:3000')).toBe(
    'http://192.168.1.5:3000/sandbox/chat/authorize?state=a%20b',
  );
});

test('another site is itself', () => {
  const url = 'https://discord.com/oauth2/authorize?state=a';
  expect(sandboxHere(url, 'http://192.168.1.5:3000')).toBe(url);
});
