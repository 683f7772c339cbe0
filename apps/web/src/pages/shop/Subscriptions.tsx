import type { Product } from '@realmkeep/contract';
import { useState } from 'react';
import { useProfile } from '../../features/account/use-profile.ts';
import { RenewalNotice } from '../../features/shop/RenewalNotice.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSession } from '../../session/use-session.ts';
import { askToLogIn } from './ask-to-log-in.ts';
import { plansGridClass } from './grid-classes.ts';
import { SubscribeDialog } from './SubscribeDialog.tsx';
import { FreeCard, SubscriptionCard } from './SubscriptionCard.tsx';

interface Props {
  products: readonly Product[];
  /** Whether the free tier is shown beside them, for comparison. */
  withFree: boolean;
}

/** The subscriptions of a category, and how long the buyer's own goes on. */
export function Subscriptions({ products, withFree }: Props) {
  const shop = useMessages('shop');
  const { isLoggedIn } = useSession();
  const profile = useProfile();
  const [wanted, setWanted] = useState<string | null>(null);
  const wantedProduct = products.find(({ id }) => id === wanted);
  const subscribe = (product: Product) => (isLoggedIn ? setWanted(product.id) : askToLogIn(shop.mustLogIn));
  return (
    <section aria-label={shop.subscriptions}>
      <p className="mb-5 text-muted">{shop.privileges}</p>
      {profile && (
        <div className="mb-5 flex flex-col gap-3 empty:hidden">
          <RenewalNotice profile={profile} />
        </div>
      )}
      <ul className={plansGridClass}>
        {withFree && (
          <li>
            <FreeCard profile={profile} />
          </li>
        )}
        {products.map((product) => (
          <li key={product.id}>
            <SubscriptionCard product={product} profile={profile} onSubscribe={() => subscribe(product)} />
          </li>
        ))}
      </ul>
      {wantedProduct && isLoggedIn && <SubscribeDialog product={wantedProduct} onClose={() => setWanted(null)} />}
    </section>
  );
}
