import type { Product } from '@realmkeep/contract';
import { moneyCurrencies } from '@realmkeep/contract/currencies';
import type { ProductCategory } from '@realmkeep/contract/products';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { productsQuery } from '../../api/queries.ts';
import { useSession } from '../../session/use-session.ts';
import { useSite } from '../../api/site.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { chooseCurrency, useCurrency } from './currency.ts';
import { ProductCard } from './ProductCard.tsx';
import { askToLogIn } from './ask-to-log-in.ts';
import { useCheckout } from './use-checkout.ts';

type Whom = 'self' | 'other';

/** What is sold for money, in which currency, and for whom. */
export function Products({ category }: { category: Exclude<ProductCategory, 'PRIVILEGES'> }) {
  const { language } = useI18n();
  const shop = useMessages('shop');
  const site = useSite();
  const currency = useCurrency();
  const { isLoggedIn } = useSession();
  const query = useQuery(productsQuery(category, currency, language));
  const [whom, setWhom] = useState<Whom>('self');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'empty' | 'unknown' | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const checkout = useCheckout(() => setProblem('unknown'));

  useEffect(() => {
    if (problem !== null) nameField.current?.focus();
  }, [problem]);

  const buy = ({ id }: Product) => {
    if (!isLoggedIn) return askToLogIn(shop.mustLogIn);
    const username = whom === 'self' ? null : name.trim();
    setProblem(username === '' ? 'empty' : null);
    if (username !== '') checkout.begin({ productId: id, currency, username });
  };

  return (
    <>
      <div className="mb-6 flex flex-wrap items-start gap-x-8 gap-y-4">
        <RadioBar
          label={shop.currency.label}
          options={moneyCurrencies.map((known) => ({
            name: known,
            label: (
              <abbr title={shop.currency[known]} className="no-underline">
                {known}
              </abbr>
            ),
          }))}
          selected={currency}
          onSelect={chooseCurrency}
        />
        <RadioBar
          label={shop.recipient.label}
          options={[
            { name: 'self', label: shop.recipient.self },
            { name: 'other', label: shop.recipient.other },
          ]}
          selected={whom}
          onSelect={setWhom}
        />
        {whom === 'other' && (
          <Field
            ref={nameField}
            label={shop.recipient.name}
            hint={shop.recipient.hint}
            problem={problem && shop.recipient[problem]}
            value={name}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="mb-0! w-64 max-w-full"
            onChange={({ target }) => {
              setName(target.value);
              setProblem(null);
            }}
          />
        )}
      </div>
      {checkout.unavailable !== null && (
        <div role="alert" className="mb-6">
          <Callout tone="warn" title={shop.unavailable.title(checkout.unavailable)}>
            <p>{shop.unavailable.text}</p>
            {site?.links.support && (
              <NewTabLink
                href={site.links.support}
                className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
              >
                {shop.unavailable.support}
              </NewTabLink>
            )}
          </Callout>
        </div>
      )}
      <QueryBoundary query={query} skeleton={<ProductsSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState scene={plotScene} {...shop.empty[category]} level={2} />
          ) : (
            <ul className={gridClass}>
              {items.map((product) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    opening={checkout.opening === product.id}
                    disabled={checkout.opening !== null}
                    onBuy={() => buy(product)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </>
  );
}

const gridClass = 'grid grid-cols-1 gap-5 xs:grid-cols-2 lg:grid-cols-4';

function ProductsSkeleton() {
  return (
    <div className={gridClass}>
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} className="h-80" />
      ))}
    </div>
  );
}
