import type { Product } from '@realmkeep/contract';
import { LoaderCircle } from 'lucide-react';
import { ProductFace } from '../../features/shop/ProductFace.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  product: Product;
  /** Whether its payment is on its way. */
  opening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

/** A pack of coins, which is paid with money. */
export function PackCard({ product, opening, disabled, onBuy }: Props) {
  const { format } = useI18n();
  const shop = useMessages('shop');
  const price = format.money(product.price, product.currency);
  return (
    <ProductFace product={product} titleId={`product-${product.id}`}>
      <Button
        variant="primary"
        disabled={disabled}
        aria-busy={opening}
        aria-label={opening ? undefined : shop.buyLabel(product.name, price)}
        className="w-full"
        onAction={onBuy}
      >
        {opening && <LoaderCircle aria-hidden size={18} className="animate-spin" />}
        {opening ? shop.opening : shop.buy}
      </Button>
    </ProductFace>
  );
}
