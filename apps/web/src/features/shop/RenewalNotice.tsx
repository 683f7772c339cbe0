import type { UserProfile } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';
import { spendable } from '../account/use-profile.ts';

/** Until when the subscription is paid, and whether it goes on then: also where the coins for that are missing. */
export function RenewalNotice({ profile }: { profile: UserProfile }) {
  const { format } = useI18n();
  const messages = useMessages('subscription');
  const { expiring, renews, subscription } = profile.user_subscription;
  if (expiring === null) return null;
  const date = format.date(expiring);
  const price = subscription.price ?? 0;
  const missing = price + profile.debt - spendable(profile);
  if (!renews) return <p>{messages.ends(date)}</p>;
  if (missing <= 0) return <p>{messages.renews(date, messages.coins(price))}</p>;
  return (
    <Callout tone="warn" title={messages.short.title}>
      <p className="text-sm text-pretty">{messages.short.text(messages.coins(missing), date)}</p>
      <Link
        {...paths.shopCategory('COINS')}
        className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.short.action}
      </Link>
    </Callout>
  );
}
