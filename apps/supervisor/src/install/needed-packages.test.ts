import { expect, test } from 'vitest';
import { neededPackages } from './needed-packages.ts';

test('what the apps need is found as Node finds it, and nothing for development', () => {
  const packages = {
    'apps/api': { dependencies: { a: '1', '@house/lib': '1' }, devDependencies: { tool: '1' } },
    'apps/gateway': { dependencies: { b: '2' } },
    'apps/web': { dependencies: { page: '1' } },
    'node_modules/@house/lib': { link: true, resolved: 'packages/lib' },
    'packages/lib': { dependencies: { b: '1' } },
    'node_modules/a': {
      dependencies: { b: '2' },
      optionalDependencies: { 'for-arm': '1' },
      peerDependencies: { p: '1' },
    },
    'node_modules/a/node_modules/b': {},
    'node_modules/b': { dependencies: { a: '1' } },
    'node_modules/for-arm': {},
    'node_modules/p': {},
    'node_modules/page': {},
    'node_modules/tool': {},
  };
  expect(neededPackages(JSON.stringify({ packages }))).toEqual([
    'node_modules/@house/lib',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/for-arm',
    'node_modules/p',
  ]);
});
