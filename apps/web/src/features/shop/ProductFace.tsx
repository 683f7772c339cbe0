import type { Product } from '@realmkeep/contract';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import type { ReactNode } from 'react';
import { productIconHash, productIconPath, productIconRules, productIcons } from '@realmkeep/contract/products';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { TierDetails } from './TierDetails.tsx';
import { productPictures, tierPictures } from './product-pictures.ts';

/** What of a product is shown. */
type ShownProduct = Omit<Product, 'id' | 'category'>;

interface Props {
  product: ShownProduct;
  titleId: string;
  /** Said of what the account has already. */
  mark?: string | undefined;
  /** The way to buy it. */
  children?: ReactNode;
}

/** A product as the shop shows it: picture, name, price, former price, and a tier's features. */
export function ProductFace({ product, titleId, mark, children }: Props) {
  const shop = useMessages('shop');
  const { name, description, discount, type, logicValue } = product;
  return (
    <article
      aria-labelledby={titleId}
      className={`relative flex h-full flex-col overflow-hidden rounded-block border-2 bg-surface shadow-block ${mark === undefined ? 'border-line' : 'border-spruce'}`}
    >
      <div className="grid h-40 place-items-center border-b-2 border-line bg-linear-to-b from-sky-top to-sky-low">
        <ProductPicture product={product} />
      </div>
      {mark !== undefined && (
        <p className="absolute top-3 left-3 rounded-chip bg-moss-soft px-2 py-0.5 text-sm font-bold text-moss">
          {mark}
        </p>
      )}
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
        {type === 'COINPACK' ? (
          <Price product={product} className="mt-auto" />
        ) : (
          <>
            <Price product={product} />
            <TierDetails tier={tierOfNumber(logicValue)} />
          </>
        )}
        {children && <div className={type === 'COINPACK' ? '' : 'mt-auto flex flex-col gap-3 pt-2'}>{children}</div>}
      </div>
    </article>
  );
}

function Price({ product, className = '' }: { product: ShownProduct; className?: string }) {
  const { format } = useI18n();
  const shop = useMessages('shop');
  const { coins, free, perMonth } = useMessages('subscription');
  const { currency, price, oldPrice, type } = product;
  const write = (amount: number) => (currency === 'COINS' ? coins(amount) : format.money(amount, currency));
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2.5 ${className}`}>
      <span className="sr-only">{shop.price} </span>
      <strong className="font-display text-xl font-bold">{price === 0 ? free : write(price)}</strong>
      {oldPrice !== null && (
        <>
          <span className="sr-only">{shop.oldPrice} </span>
          <s className="text-muted">{write(oldPrice)}</s>
        </>
      )}
      {type === 'SUBSCRIPTION' && price > 0 && <span className="text-muted">{perMonth}</span>}
    </p>
  );
}

/** What a product looks like: the picture that was uploaded for it, one of ours, or what goes with its type. An ornament. */
function ProductPicture({ product }: { product: Pick<ShownProduct, 'icon' | 'type' | 'logicValue'> }) {
  const { icon, type, logicValue } = product;
  if (icon !== null && productIconHash.test(icon)) {
    const { side } = productIconRules;
    return <img src={productIconPath(icon)} alt="" width={side} height={side} className="size-28" />;
  }
  const known = productIcons.find((name) => name === icon);
  const usual = type === 'COINPACK' ? productPictures['coins-1'] : tierPictures[tierOfNumber(logicValue)];
  return <Voxels scene={known ? productPictures[known] : usual} className="h-28 w-auto max-w-[70%]" />;
}
