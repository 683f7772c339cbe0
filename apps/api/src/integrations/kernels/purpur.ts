import { z } from 'zod';
import { compareVersions, gameVersionPattern } from '@realmkeep/contract';
import { askForJson, type Source } from './ask-provider.ts';
import type { KernelProvider } from './kernel-provider.ts';

const Project = z.object({ versions: z.array(z.string().max(64)).max(1000) });
const Build = z.object({
  build: z.string().regex(/^\d{1,9}$/),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
});

/**
 * Purpur. Its API publishes an MD5 of each build, and no size: docs/decisions/067-purpur-fabric-dimensions.md.
 * Source: https://api.purpurmc.org
 * @param source its base is such as https://api.purpurmc.org
 */
export function createPurpur(source: Source): KernelProvider {
  const project = `${source.base.href.replace(/\/$/, '')}/v2/purpur`;
  async function versions(signal: AbortSignal): Promise<string[]> {
    const told = await askForJson(source, new URL(project), Project, signal);
    return told.versions
      .filter((version) => gameVersionPattern.test(version))
      .toSorted((one, other) => compareVersions(other, one));
  }
  return {
    versions,
    async build(version, signal) {
      if (!(await versions(signal)).includes(version)) return null;
      const about = `${project}/${encodeURIComponent(version)}`;
      const { build, md5 } = await askForJson(source, new URL(`${about}/latest`), Build, signal);
      return {
        url: new URL(`${about}/${build}/download`),
        bytes: null,
        hash: { algorithm: 'md5', value: md5 },
        build,
        java: null,
      };
    },
  };
}
