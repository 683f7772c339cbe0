import type { Product } from '@realmkeep/contract';
import { moneyCurrencies } from '@realmkeep/contract/currencies';
import { type ProductCategory, productCategories } from '@realmkeep/contract/products';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { productsQuery, filledCategoriesQuery } from '../../api/queries.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSession } from '../../session/use-session.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { ProductFace } from '../../features/shop/ProductFace.tsx';
import { Button } from '../../ui/Button.tsx';
import { askToLogIn } from './ask-to-log-in.ts';
import { BuyBar, type Recipient } from './BuyBar.tsx';
import { useCurrency } from './currency.ts';
import { packsGridClass, plansGridClass } from './grid-classes.ts';
import { Subscriptions } from './Subscriptions.tsx';
import { useCheckout } from './use-checkout.ts';

const draftName = 'recipient';
const nobodyElse: Recipient = { whom: 'self', name: '', problem: null };

/** What a category has, of either type: packs of coins for money, and subscriptions for coins. */
export function Products({ category }: { category: ProductCategory }) {
  const { language } = useI18n();
  const shop = useMessages('shop');
  const currency = useCurrency();
  const { isLoggedIn } = useSession();
  const query = useQuery(productsQuery(category, language));
  const [recipient, setRecipient] = useState(() => (draftOf(draftName) as Recipient | undefined) ?? nobodyElse);
  const nameField = useRef<HTMLInputElement>(null);
  const tellProblem = (problem: 'empty' | 'unknown') => {
    setRecipient((known) => ({ ...known, problem }));
    nameField.current?.focus();
  };
  const checkout = useCheckout(() => tellProblem('unknown'));

  // What a visitor types is no account's.
  const [isAccounts, setAccounts] = useState(isLoggedIn);
  if (isLoggedIn && !isAccounts) setAccounts(true);
  useDraft(draftName, isAccounts && recipient.name !== '' ? recipient : null);

  const buy = ({ id }: Product) => {
    if (!isLoggedIn) return askToLogIn(shop.mustLogIn);
    const username = recipient.whom === 'self' ? null : recipient.name.trim();
    if (username === '') return tellProblem('empty');
    setRecipient({ ...recipient, problem: null });
    checkout.begin({ productId: id, currency, username });
  };

  const { data } = query;
  const sellsPacks = data ? moneyCurrencies.some((known) => data[known].length > 0) : category === 'COINS';
  return (
    <>
      {sellsPacks && (
        <BuyBar
          currency={currency}
          recipient={recipient}
          onRecipient={setRecipient}
          nameField={nameField}
          unavailable={checkout.unavailable}
        />
      )}
      <QueryBoundary
        query={query}
        skeleton={<ProductsSkeleton of={category === 'PRIVILEGES' ? 'subscriptions' : 'packs'} />}
      >
        {({ COINS: subscriptions, [currency]: packs }) =>
          !sellsPacks && subscriptions.length === 0 ? (
            <EmptyCategory category={category} />
          ) : (
            <div className="flex flex-col gap-10">
              {packs.length > 0 && (
                <ul className={packsGridClass}>
                  {packs.map((product) => (
                    <li key={product.id}>
                      <PackCard
                        product={product}
                        opening={checkout.opening === product.id}
                        disabled={checkout.opening !== null}
                        onBuy={() => buy(product)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {sellsPacks && packs.length === 0 && <EmptyState scene={plotScene} {...shop.otherCurrency} level={2} />}
              {subscriptions.length > 0 && (
                <Subscriptions products={subscriptions} withFree={category === 'PRIVILEGES'} />
              )}
            </div>
          )
        }
      </QueryBoundary>
    </>
  );
}

function ProductsSkeleton({ of }: { of: 'packs' | 'subscriptions' }) {
  return (
    <div className={of === 'packs' ? packsGridClass : plansGridClass}>
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} className={of === 'packs' ? 'h-80' : 'h-136'} />
      ))}
    </div>
  );
}

/** Says that there is nothing, and leads to where there is something: the first two such categories, else home. */
function EmptyCategory({ category }: { category: ProductCategory }) {
  const shop = useMessages('shop');
  const { data: filled } = useQuery(filledCategoriesQuery);
  const others = productCategories.filter((other) => other !== category && filled?.has(other)).slice(0, 2);
  return (
    <EmptyState scene={plotScene} {...shop.empty[category]} level={2}>
      {others.map((other, index) => (
        <Link
          key={other}
          {...paths.shopCategory(other)}
          replace
          resetScroll={false}
          className={buttonClass(index === 0 ? 'primary' : 'plain')}
        >
          {shop.categories[other]}
        </Link>
      ))}
      {filled && others.length === 0 && (
        <Link {...paths.home} className={buttonClass('plain')}>
          {shop.toHome}
        </Link>
      )}
    </EmptyState>
  );
}

interface PackProps {
  product: Product;
  /** Whether its payment is on its way. */
  opening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

/** A pack of coins, paid for with money. */
function PackCard({ product, opening, disabled, onBuy }: PackProps) {
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
