import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { isStuck, QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery, referralsQuery } from '../../api/queries.ts';
import { useSite } from '../../api/site.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { Button } from '../../ui/Button.tsx';
import { ReferralList } from './ReferralList.tsx';

/** Inviting friends: the link, how it works, and who has joined. */
export default function ReferralsPage() {
  const referrals = useMessages('referral');
  const site = useSite();
  return site?.chat === null ? (
    <>
      <h1 className="mb-5 text-2xl">{referrals.title}</h1>
      <EmptyState scene={plotScene} title={referrals.closed.title} text={referrals.closed.text} level={2} />
    </>
  ) : (
    <Inviting />
  );
}

function Inviting() {
  const referrals = useMessages('referral');
  const list = useQuery(referralsQuery(0));
  // An operator may give no shares of what friends pay. Until that is known the last step keeps its place.
  const limit = list.data?.month.limit;
  const steps = limit === 0 ? referrals.steps.slice(0, -1) : referrals.steps;
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
      <TitledCard id="how" title={referrals.how} gap="mb-4">
        <ol className="grid gap-5 lg:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li
              key={title}
              className={`flex gap-3 lg:flex-col lg:gap-1 ${limit === undefined && index === 2 ? 'invisible' : ''}`}
            >
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
      </TitledCard>
      {/* Why nothing can be had stands above already. */}
      {!isStuck(me) && <ReferralList />}
    </div>
  );
}

/** The player's invitation link and nickname. */
function LinkCard({ nickname }: { nickname: string }) {
  const referrals = useMessages('referral');
  const copy = useCopy();
  const link = `${location.origin}/?ref=${nickname}`;
  return (
    <TitledCard id="link" title={referrals.link}>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-h-11 min-w-0 flex-1 basis-72 content-center rounded-block bg-sunk px-4 py-2 font-sans font-semibold break-all">
          {link}
        </code>
        <Button variant="primary" onAction={() => copy(link)}>
          <Copy aria-hidden size={18} />
          {referrals.copy}
        </Button>
      </div>
      <p className="mt-4 text-muted">
        {referrals.nickname} <strong className="font-semibold text-ink">{nickname}</strong>
      </p>
    </TitledCard>
  );
}
