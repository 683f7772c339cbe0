import type { ProductIcon } from '@realmkeep/contract/products';
import type { Tier } from '@realmkeep/contract/tiers';
import { chestOfCoinsScene, fewCoinsScene, manyCoinsScene, someCoinsScene } from '../../ui/voxels/scenes/coins.ts';
import { chickenScene, dragonScene, ghastScene, zombieScene } from '../../ui/voxels/scenes/tiers.ts';
import type { Block } from '../../ui/voxels/visible-faces.ts';

/** What a product looks like, by its icon. */
export const productPictures: Record<ProductIcon, () => Block[]> = {
  'coins-1': fewCoinsScene,
  'coins-2': someCoinsScene,
  'coins-3': manyCoinsScene,
  'coins-4': chestOfCoinsScene,
  zombie: zombieScene,
  ghast: ghastScene,
  dragon: dragonScene,
};

export const tierPictures: Record<Tier, () => Block[]> = {
  CHICKEN: chickenScene,
  ZOMBIE: zombieScene,
  GHAST: ghastScene,
  DRAGON: dragonScene,
};
