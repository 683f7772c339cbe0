import type { UserProfile } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { Coins as CoinsIcon } from 'lucide-react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';

/** What the account has: coins, and those that expire with the day of it. */
export function Coins({ profile }: { profile: UserProfile }) {
  const { format } = useI18n();
  const { coins } = useMessages('account');
  const withheld = [
    { label: coins.held, amount: profile.held },
    { label: coins.debt, amount: profile.debt },
  ].filter(({ amount }) => amount > 0);

  return (
    <Card aria-labelledby="coins" className="flex flex-col">
      <h2 id="coins" className="font-sans text-sm font-normal text-muted">
        {coins.title}
      </h2>
      <p className="flex items-center gap-2.5 font-display text-2xl font-bold">
        <CoinsIcon aria-hidden size={24} className="text-amber" />
        {format.number(profile.coins)}
      </p>
      {withheld.length > 0 && (
        <dl className="mt-2">
          {withheld.map(({ label, amount }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 text-sm">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold text-brick">{format.number(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className="mt-4 mb-1 font-sans text-sm font-semibold">{coins.fleeting}</h3>
      {profile.fleeting_coins.length === 0 ? (
        <p className="text-sm text-pretty text-muted">{coins.none}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {[...amountsByDate(profile.fleeting_coins)].map(([date, amount]) => (
            <li
              key={date}
              className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-chip bg-sunk px-3 py-2"
            >
              <span className="font-semibold">{coins.amount(amount)}</span>
              <span className="text-sm text-muted">{coins.until(format.date(date))}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-5">
        <Link {...paths.shopCategory('COINS')} className={buttonClass('primary')}>
          {coins.topUp}
        </Link>
        <Link {...paths.coins} className={buttonClass('plain')}>
          {coins.statement}
        </Link>
      </div>
    </Card>
  );
}

/** Gifts that expire together are one amount. */
function amountsByDate(lots: UserProfile['fleeting_coins']): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { amount, expiration_date } of lots) {
    amounts.set(expiration_date, (amounts.get(expiration_date) ?? 0) + amount);
  }
  return amounts;
}
