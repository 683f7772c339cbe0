import { type ProductCategory, productCategories } from '@realmkeep/contract/products';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { spendable, useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Products } from './Products.tsx';

export default function ShopPage() {
  const shop = useMessages('shop');
  const { coins } = useMessages('subscription');
  const { category = 'COINS' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const profile = useProfile();
  const show = (chosen: ProductCategory) =>
    void navigate({ ...paths.shopCategory(chosen), replace: true, resetScroll: false });

  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{shop.title}</h1>
        {profile && (
          <p className="flex items-center gap-2 text-muted">
            <Coins aria-hidden size={18} className="text-amber" />
            {/* Beside the title at any width, so that nothing moves when it comes. */}
            <span className="max-xs:sr-only">{shop.balance}</span>{' '}
            <strong className="font-semibold text-ink">{coins(spendable(profile))}</strong>
          </p>
        )}
      </div>
      <p className="mb-5 max-w-3xl text-pretty text-muted">{shop.lead}</p>
      <Tabs
        label={shop.categories.label}
        tabs={productCategories.map((name) => ({ name, label: shop.categories[name] }))}
        selected={category}
        onSelect={show}
      >
        <Products key={category} category={category} />
      </Tabs>
    </>
  );
}
