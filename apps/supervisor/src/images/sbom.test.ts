import { expect, test } from 'vitest';
import { sbomOf } from './sbom.ts';

test('names what an app needs of the lock file, and nothing else', () => {
  const lock = {
    packages: {
      'apps/one': { version: '0.1.0', dependencies: { '@scope/a': '1.0.0', '@realmkeep/own': '0.1.0' } },
      'node_modules/@realmkeep/own': { link: true, resolved: 'packages/own' },
      'packages/own': { version: '0.1.0' },
      'node_modules/@scope/a': {
        version: '1.0.0',
        license: 'MIT',
        integrity: `sha512-${Buffer.from([1, 171]).toString('base64')}`,
      },
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
    },
  };
  const bom = JSON.parse(sbomOf({ name: 'one', reference: 'one:abc' }, JSON.stringify(lock), ['apps/one'], '24.1.0'));
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'one', version: 'abc' } },
  });
  expect(bom.components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:generic/node@24.1.0',
    'pkg:npm/%40scope/a@1.0.0',
  ]);
  expect(bom.components[1]).toMatchObject({
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: '01ab' }],
  });
});
