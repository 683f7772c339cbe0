import { z } from 'zod';
import { compareVersions, gameVersionPattern } from '@realmkeep/contract';
import { askForJson, type Source } from './ask-provider.ts';
import { type KernelProvider, ProviderError } from './kernel-provider.ts';

const Project = z.object({ versions: z.record(z.string().max(32), z.array(z.string().max(64)).max(500)) });
const Version = z.object({
  version: z.object({ java: z.object({ version: z.object({ minimum: z.int().min(8).max(99) }) }) }),
});
const Build = z.object({
  id: z.int(),
  downloads: z.object({
    'server:default': z.object({
      checksums: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
      size: z.int().positive(),
      url: z.url().max(1024),
    }),
  }),
});

/**
 * Paper, by the downloads service "Fill".
 * Source: https://fill.papermc.io/swagger-ui/index.html and https://docs.papermc.io/misc/downloads-service/
 * @param source its base is such as https://fill.papermc.io
 */
export function createPaper(source: Source): KernelProvider {
  const project = `${source.base.href.replace(/\/$/, '')}/v3/projects/paper`;
  async function versions(signal: AbortSignal): Promise<string[]> {
    const { versions: groups } = await askForJson(source, new URL(project), Project, signal);
    return Object.values(groups)
      .flat()
      .filter((version) => gameVersionPattern.test(version))
      .toSorted((one, other) => compareVersions(other, one));
  }
  return {
    versions,
    async build(version, signal) {
      if (!(await versions(signal)).includes(version)) return null;
      const about = `${project}/versions/${encodeURIComponent(version)}`;
      const [{ version: told }, { id, downloads }] = await Promise.all([
        askForJson(source, new URL(about), Version, signal),
        askForJson(source, new URL(`${about}/builds/latest`), Build, signal),
      ]);
      const { checksums, size, url } = downloads['server:default'];
      if (!URL.canParse(url)) throw new ProviderError('a build has no address');
      return {
        url: new URL(url),
        bytes: size,
        hash: { algorithm: 'sha256', value: checksums.sha256 },
        build: String(id),
        java: told.java.version.minimum,
      };
    },
  };
}
