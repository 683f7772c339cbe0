import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { meQuery } from '../../api/queries.ts';
import { chatReturn } from '../../features/auth/chat-return.ts';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { LinkedCard } from './LinkedCard.tsx';
import { LinkingWizard, type LinkingStep } from './LinkingWizard.tsx';

/** Linking a chat account, or the one that is linked. */
export default function VerificationPage() {
  const messages = useMessages('verification');
  const me = useQuery(meQuery);
  const site = useSite();
  const [step, setStep] = useState<LinkingStep>(() => (chatReturn.get() ? 'result' : 'information'));

  const body = (linked: NonNullable<typeof me.data>['chat_account']) => {
    if (!site) return <Skeleton className="h-96" />;
    if (!site.chat) return <NoPlatform />;
    const { platform } = site.chat;
    const { invite } = site.chat;
    const isAhead = step === 'information' || step === 'go';
    return (
      <div className="flex flex-col gap-6">
        {linked && isAhead ? (
          <LinkedCard
            linked={linked}
            invite={invite}
            required={site.requireChatLink}
            onRelink={() => setStep('go')}
            onUnlinked={() => setStep('information')}
          />
        ) : (
          <LinkingWizard step={step} onStep={setStep} invite={invite} required={site.requireChatLink} />
        )}
        {platform === 'sandbox' && (
          <Callout tone="info" title={messages.sandbox.title}>
            <p>{messages.sandbox.text}</p>
          </Callout>
        )}
      </div>
    );
  };

  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-2xl">{messages.title}</h1>
      <QueryBoundary query={me} skeleton={<Skeleton className="h-96" />}>
        {({ chat_account }) => body(chat_account)}
      </QueryBoundary>
    </div>
  );
}

function NoPlatform() {
  const { unavailable } = useMessages('verification');
  return (
    <EmptyState scene={plotScene} title={unavailable.title} text={unavailable.text} level={2}>
      <Link {...paths.account} className={buttonClass('primary')}>
        {unavailable.action}
      </Link>
    </EmptyState>
  );
}
