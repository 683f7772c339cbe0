import { z } from 'zod';
import { compareVersions, gameVersionPattern } from '@realmkeep/contract';
import { askForJson, type Source } from './ask-provider.ts';
import { type KernelProvider, ProviderError } from './kernel-provider.ts';

const name = z.string().regex(/^[\w.+-]{1,64}$/);
const Games = z.array(z.object({ version: z.string().max(64), stable: z.boolean() })).max(10_000);
const Installers = z.array(z.object({ version: name, stable: z.boolean() })).max(1000);
const Loaders = z.array(z.object({ loader: z.object({ version: name, stable: z.boolean() }) })).max(1000);

/**
 * Fabric's server: a small jar that fetches loader, libraries and the game's own server at its first start. A build is a version of the loader.
 * Neither size nor hash is published: docs/decisions/067-purpur-fabric-dimensions.md.
 * Source: https://github.com/FabricMC/fabric-meta
 * @param source its base is such as https://meta.fabricmc.net
 */
export function createFabric(source: Source): KernelProvider {
  const all = `${source.base.href.replace(/\/$/, '')}/v2/versions`;
  async function versions(signal: AbortSignal): Promise<string[]> {
    const games = await askForJson(source, new URL(`${all}/game`), Games, signal);
    return games
      .filter(({ version, stable }) => stable && gameVersionPattern.test(version))
      .map(({ version }) => version)
      .toSorted((one, other) => compareVersions(other, one));
  }
  return {
    versions,
    async build(version, signal, wanted) {
      if (!(await versions(signal)).includes(version)) return null;
      const ofGame = `${all}/loader/${encodeURIComponent(version)}`;
      const [loaders, installers] = await Promise.all([
        askForJson(source, new URL(ofGame), Loaders, signal),
        askForJson(source, new URL(`${all}/installer`), Installers, signal),
      ]);
      // Both are listed newest first.
      const listed = loaders.map((one) => one.loader);
      const loader = listed.find((one) => one.version === wanted)?.version ?? newest(listed);
      const installer = newest(installers);
      return {
        url: new URL(`${ofGame}/${loader}/${installer}/server/jar`),
        bytes: null,
        hash: null,
        build: loader,
        java: null,
      };
    },
  };
}

/** The newest that its makers call stable, or where they call none so the newest. @throws ProviderError where there is none */
function newest(listed: readonly { version: string; stable: boolean }[]): string {
  const one = listed.find(({ stable }) => stable) ?? listed[0];
  if (!one) throw new ProviderError('Fabric lists no builds');
  return one.version;
}
