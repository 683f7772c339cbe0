import type { ModpackLoader } from '@realmkeep/contract/modpack-rules';

const names: Record<ModpackLoader, string> = { fabric: 'Fabric', forge: 'Forge', neoforge: 'NeoForge', quilt: 'Quilt' };

/** What a modpack needs, in one line; empty where that is none that is known. */
export function loaderNames(loaders: readonly ModpackLoader[]): string {
  return loaders.map((loader) => names[loader]).join(', ');
}
