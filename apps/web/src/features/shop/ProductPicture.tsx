import { productIconHash, productIconPath, productIconRules, productIcons } from '@realmkeep/contract/products';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { productPictures, tierPictures } from './product-pictures.ts';
import type { ShownProduct } from './ProductFace.tsx';

/** What a product looks like: the picture that was uploaded for it, one of ours, or what goes with its type. An ornament. */
export function ProductPicture({ product }: { product: Pick<ShownProduct, 'icon' | 'type' | 'logicValue'> }) {
  const { icon, type, logicValue } = product;
  if (icon !== null && productIconHash.test(icon)) {
    const { side } = productIconRules;
    return <img src={productIconPath(icon)} alt="" width={side} height={side} className="size-28" />;
  }
  const known = productIcons.find((name) => name === icon);
  const usual = type === 'COINPACK' ? productPictures['coins-1'] : tierPictures[tierOfNumber(logicValue)];
  return <Voxels scene={known ? productPictures[known] : usual} className="h-28 w-auto max-w-[70%]" />;
}
