import { useQuery } from '@tanstack/react-query';
import { isStuck, QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LinkCard } from './LinkCard.tsx';
import { ReferralList } from './ReferralList.tsx';

/** Inviting friends: the link, how it works, and who has come. */
export default function ReferralsPage() {
  const referrals = useMessages('referral');
  const me = useQuery(meQuery);
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h1 className="mb-1 text-2xl">{referrals.title}</h1>
        <p className="text-lg text-muted">{referrals.lead}</p>
      </div>
      <QueryBoundary query={me} skeleton={<Skeleton className="h-67 sm:h-42 nav:h-48 lg:h-42" />}>
        {({ nickname }) => <LinkCard nickname={nickname} />}
      </QueryBoundary>
      <Card aria-labelledby="how">
        <h2 id="how" className="mb-4 text-lg">
          {referrals.how}
        </h2>
        <ol className="grid gap-5 lg:grid-cols-3">
          {referrals.steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3 lg:flex-col lg:gap-1">
              <span aria-hidden className="w-6 shrink-0 font-display text-2xl font-bold text-amber">
                {index + 1}
              </span>
              <div>
                <h3 className="text-base">{title}</h3>
                <p className="text-muted text-pretty">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
      {/* Why nothing can be had stands above already. */}
      {!isStuck(me) && <ReferralList />}
    </div>
  );
}
