import { neededPackages } from '../install/needed-packages.ts';

interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
}

/**
 * The software in an image, as CycloneDX 1.6 (ECMA-424) has it: Node, and the packages that the lock file names for these apps.
 * @param lockFile the text of package-lock.json
 * @param apps folders of the checkout
 * @param nodeVersion without `v`
 */
export function sbomOf(
  image: { name: string; reference: string },
  lockFile: string,
  apps: readonly string[],
  nodeVersion: string,
): string {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockEntry> };
  const components = neededPackages(lockFile, apps).flatMap((path) => {
    const { name = nameOf(path), version, license, integrity, link } = packages[path] ?? {};
    if (link || version === undefined) return [];
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
    return [
      {
        type: 'library',
        'bom-ref': `${purl}#${path}`,
        name,
        version,
        purl,
        ...(license && { licenses: [{ expression: license }] }),
        ...(integrity?.startsWith('sha512-') && { hashes: [{ alg: 'SHA-512', content: inHex(integrity.slice(7)) }] }),
      },
    ];
  });
  const node = {
    type: 'platform',
    'bom-ref': 'node',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
  };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'container', 'bom-ref': image.name, name: image.name, version: image.reference.split(':')[1] },
    },
    components: [node, ...components],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function inHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
