import { expect, test } from 'vitest';
import { sandboxHere } from './sandbox-here.ts';

test('what is played is visited by the name that the visitor has come by', () => {
  expect(sandboxHere('http://127.0.0.1:3001/oauth2/authorize?state=a%20b', '192.168.1.5')).toBe(
    'http://192.168.1.5:3001/oauth2/authorize?state=a%20b',
  );
});

test('another site is itself', () => {
  const url = 'https://discord.com/oauth2/authorize?state=a';
  expect(sandboxHere(url, '192.168.1.5')).toBe(url);
});
