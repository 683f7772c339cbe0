import { expect, test } from 'vitest';
import { sandboxHere } from './sandbox-here.ts';

test.each(['localhost', '127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '[::1]'])(
  'what is played on %s is visited by the name that the visitor has come by',
  (host) => {
    expect(sandboxHere(`http://${host}:3001/oauth2/authorize?state=a%20b`, '192.168.1.5')).toBe(
      'http://192.168.1.5:3001/oauth2/authorize?state=a%20b',
    );
  },
);

test.each(['discord.com', '127.example.org', '127.0.0.1.example.org', '128.0.0.1', '[::2]'])('%s is itself', (host) => {
  const url = `https://${host}/oauth2/authorize?state=a`;
  expect(sandboxHere(url, '192.168.1.5')).toBe(url);
});
