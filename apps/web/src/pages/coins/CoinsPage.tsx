import type { UserProfile } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { spendable } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { meQuery } from '../../api/queries.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Statement } from './Statement.tsx';

/** What the account has in coins, and the statement of them. */
export default function CoinsPage() {
  const messages = useMessages('statement');
  const me = useQuery(meQuery);
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h1 className="mb-1 text-2xl">{messages.title}</h1>
        <p className="text-lg text-muted">{messages.lead}</p>
      </div>
      <QueryBoundary query={me} skeleton={<Skeleton className="h-34 sm:h-22" />}>
        {(profile) => <Balance profile={profile} />}
      </QueryBoundary>
      {/* Why nothing can be had stands above already. */}
      {!(me.data === undefined && me.isError) && <Statement />}
    </div>
  );
}

function Balance({ profile }: { profile: UserProfile }) {
  const messages = useMessages('statement');
  const { coins } = useMessages('subscription');
  const { held, debt } = profile;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <p className="flex items-center gap-2.5 font-display text-2xl font-bold">
          <Coins aria-hidden size={24} className="text-amber" />
          {coins(spendable(profile))}
        </p>
        <Link {...paths.shopCategory('COINS')} className={buttonClass('primary')}>
          {messages.topUp}
        </Link>
      </Card>
      {held > 0 && (
        <Callout tone="info" title={messages.heldTitle(coins(held))}>
          <p>{messages.heldText}</p>
        </Callout>
      )}
      {debt > 0 && (
        <Callout tone="warn" title={messages.debtTitle(coins(debt))}>
          <p>{messages.debtText}</p>
        </Callout>
      )}
    </div>
  );
}
