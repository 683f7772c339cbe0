import type { Product, UserProfile } from '@realmkeep/contract';
import { isAbove, tierOfNumber } from '@realmkeep/contract/tiers';
import { ProductFace } from '../../features/shop/ProductFace.tsx';
import { SubscriptionButtons } from '../../features/shop/SubscriptionButtons.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  product: Product;
  /** The user; undefined for a visitor. */
  profile: UserProfile | undefined;
  onSubscribe: () => void;
}

/** A tier for a month, paid for with coins. */
export function SubscriptionCard({ product, profile, onSubscribe }: Props) {
  const messages = useMessages('subscription');
  const isMine = profile?.user_subscription.subscription.id === product.id;
  return (
    <ProductFace product={product} titleId={`product-${product.id}`} mark={isMine ? messages.yours : undefined}>
      {isMine ? (
        <SubscriptionButtons has={profile.user_subscription} />
      ) : (
        <Subscribe product={product} profile={profile} onSubscribe={onSubscribe} />
      )}
    </ProductFace>
  );
}

function Subscribe({ product, profile, onSubscribe }: Props) {
  const messages = useMessages('subscription');
  const has = profile?.user_subscription.subscription.tier ?? 'CHICKEN';
  if (!isAbove(tierOfNumber(product.logicValue), has)) {
    return <p className="text-sm text-muted">{messages.includedInYours}</p>;
  }
  const label = has === 'CHICKEN' ? messages.subscribe : messages.upgrade;
  return (
    <Button variant="primary" aria-label={`${label}: ${product.name}`} className="w-full" onAction={onSubscribe}>
      {label}
    </Button>
  );
}

/** The tier that everybody has, beside those that are sold. */
export function FreeCard({ profile }: { profile: UserProfile | undefined }) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const isMine = profile?.user_subscription.subscription.tier === 'CHICKEN';
  const free = {
    type: 'SUBSCRIPTION',
    logicValue: 0,
    name: tiers.CHICKEN,
    description: messages.freeText,
    currency: 'COINS',
    price: 0,
    oldPrice: null,
    discount: null,
    icon: null,
  } as const;
  return <ProductFace product={free} titleId="product-free" mark={isMine ? messages.yours : undefined} />;
}
