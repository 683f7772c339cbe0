import { z } from 'zod';
import { compareVersions, gameVersionPattern } from '@realmkeep/contract';
import { askForJson, type Source } from './ask-provider.ts';
import type { KernelProvider } from './kernel-provider.ts';

const sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const Manifest = z.object({
  versions: z
    .array(z.object({ id: z.string().max(64), type: z.string().max(32), url: z.url().max(1024), sha1 }))
    .max(10_000),
});
const Version = z.object({
  downloads: z.object({ server: z.object({ sha1, size: z.int().positive(), url: z.url().max(1024) }).optional() }),
  javaVersion: z.object({ majorVersion: z.int().min(8).max(99) }).optional(),
});

/**
 * The game's own server, by the list that its launcher reads.
 * Source: https://minecraft.wiki/w/Version_manifest.json and https://minecraft.wiki/w/Client.json
 * @param source its base is such as https://piston-meta.mojang.com
 */
export function createVanilla(source: Source): KernelProvider {
  async function releases(signal: AbortSignal) {
    const url = new URL(`${source.base.href.replace(/\/$/, '')}/mc/game/version_manifest_v2.json`);
    const { versions } = await askForJson(source, url, Manifest, signal);
    return versions
      .filter(({ id, type }) => type === 'release' && gameVersionPattern.test(id))
      .toSorted((one, other) => compareVersions(other.id, one.id));
  }
  return {
    async versions(signal) {
      return (await releases(signal)).map(({ id }) => id);
    },
    async build(version, signal) {
      const release = (await releases(signal)).find(({ id }) => id === version);
      if (!release) return null;
      const { downloads, javaVersion } = await askForJson(source, new URL(release.url), Version, signal, {
        sha1: release.sha1,
      });
      const { server } = downloads;
      if (!server) return null;
      return {
        url: new URL(server.url),
        bytes: server.size,
        hash: { algorithm: 'sha1', value: server.sha1 },
        build: null,
        java: javaVersion?.majorVersion ?? null,
      };
    },
  };
}
