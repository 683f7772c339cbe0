import type { Settings } from '@realmkeep/settings';
import { isPublicUrl } from '@realmkeep/sockets';
import type { Source } from '../kernels/ask-provider.ts';

/** Where Modrinth is, and who else may have files of the modpacks there. @param publicUrl where it finds out who asks */
export function modrinthSource(
  env: Settings<'MODRINTH_API' | 'MODPACK_HOSTS'>,
  publicUrl: string,
): { modrinth: Source & { packHosts: readonly string[] }; problems: string[] } {
  const base = env.MODRINTH_API ?? 'https://api.modrinth.com';
  const isStandIn = isPublicUrl(publicUrl) && !isPublicUrl(base);
  return {
    modrinth: { base: new URL(base), userAgent: `Realmkeep (${publicUrl})`, packHosts: env.MODPACK_HOSTS ?? [] },
    problems: isStandIn
      ? ['MODRINTH_API: a stand-in gives out what is no plugin, so it may not stand at a public PUBLIC_URL']
      : [],
  };
}
