import type { Product } from '@realmkeep/contract';
import { productIcons } from '@realmkeep/contract/products';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { productPictures } from './product-pictures.ts';

interface Props {
  product: Omit<Product, 'id' | 'category' | 'logicValue' | 'type'>;
  titleId: string;
  /** How an amount of a currency is written. */
  money: (amount: number, currency: Product['currency']) => string;
  /** The way to buy it. */
  children?: ReactNode;
}

/** A product as the shop shows it: picture, name, price, and what it cost before. */
export function ProductFace({ product, titleId, money, children }: Props) {
  const shop = useMessages('shop');
  const { name, description, currency, price, oldPrice, discount } = product;
  const icon = productIcons.find((known) => known === product.icon) ?? 'coins-1';
  return (
    <article
      aria-labelledby={titleId}
      className="relative flex h-full flex-col overflow-hidden rounded-block border-2 border-line bg-surface shadow-block"
    >
      <div className="grid h-40 place-items-center border-b-2 border-line bg-linear-to-b from-sky-top to-sky-low">
        <Voxels scene={productPictures[icon]} className="h-28 w-auto max-w-[70%]" />
      </div>
      {discount !== null && (
        <p className="absolute top-3 right-3 rounded-chip bg-brick-fill px-2 py-0.5 text-sm font-bold text-on-brick">
          <span className="sr-only">{shop.discount(discount)}</span>
          <span aria-hidden>−{discount}</span>
        </p>
      )}
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div>
          <h2 id={titleId} className="text-lg wrap-anywhere">
            {name}
          </h2>
          {description !== '' && (
            <p className="mt-1 text-sm text-pretty wrap-anywhere whitespace-pre-line text-muted">{description}</p>
          )}
        </div>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-2.5">
          <span className="sr-only">{shop.price} </span>
          <strong className="font-display text-xl font-bold">{money(price, currency)}</strong>
          {oldPrice !== null && (
            <>
              <span className="sr-only">{shop.oldPrice} </span>
              <s className="text-muted">{money(oldPrice, currency)}</s>
            </>
          )}
        </p>
        {children}
      </div>
    </article>
  );
}
