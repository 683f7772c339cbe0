import type { Product } from '@realmkeep/contract';
import { productIcons } from '@realmkeep/contract/products';
import { LoaderCircle } from 'lucide-react';
import { productPictures } from '../../components/product-pictures.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Voxels } from '../../ui/voxels/Voxels.tsx';

interface Props {
  product: Product;
  /** Whether its payment is on its way. */
  opening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

export function ProductCard({ product, opening, disabled, onBuy }: Props) {
  const { format } = useI18n();
  const shop = usePageText('shop');
  const { id, name, description, currency, oldPrice, discount } = product;
  const price = format.money(product.price, currency);
  const icon = productIcons.find((known) => known === product.icon) ?? 'coins-1';
  const titleId = `product-${id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="relative flex h-full flex-col overflow-hidden rounded-block border-2 border-line bg-surface shadow-block"
    >
      <div className="grid h-40 place-items-center border-b-2 border-line bg-linear-to-b from-sky-top to-sky-low">
        <Voxels scene={productPictures[icon]} className="h-28 w-auto max-w-[70%]" />
      </div>
      {discount !== null && (
        <p className="absolute top-3 right-3 rounded-[5px] bg-brick-fill px-2 py-0.5 text-sm font-bold text-on-brick">
          <span className="sr-only">{shop.discount(discount)}</span>
          <span aria-hidden>−{discount}</span>
        </p>
      )}
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div>
          <h2 id={titleId} className="text-lg">
            {name}
          </h2>
          {description !== '' && (
            <p className="mt-1 text-sm text-pretty whitespace-pre-line text-muted">{description}</p>
          )}
        </div>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-2.5">
          <span className="sr-only">{shop.price} </span>
          <strong className="font-display text-xl font-bold">{price}</strong>
          {oldPrice !== null && (
            <>
              <span className="sr-only">{shop.oldPrice} </span>
              <s className="text-muted">{format.money(oldPrice, currency)}</s>
            </>
          )}
        </p>
        <Button
          variant="primary"
          disabled={disabled}
          aria-busy={opening}
          aria-label={opening ? undefined : shop.buyLabel(name, price)}
          className="w-full"
          onAction={onBuy}
        >
          {opening && <LoaderCircle aria-hidden size={18} className="animate-spin" />}
          {opening ? shop.opening : shop.buy}
        </Button>
      </div>
    </article>
  );
}
