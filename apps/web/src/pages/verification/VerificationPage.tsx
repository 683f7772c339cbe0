import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Castle, Coins, ShieldCheck } from 'lucide-react';
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
import { StepList } from '../../ui/StepList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { LinkedCard } from './LinkedCard.tsx';
import { GoStep } from './GoStep.tsx';
import { JoinStep } from './JoinStep.tsx';
import { ResultStep } from './ResultStep.tsx';

/** Links a chat account, or shows the linked one. */
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

const steps = ['information', 'go', 'result', 'join'] as const;
export type LinkingStep = (typeof steps)[number];

interface Props {
  step: LinkingStep;
  onStep: (step: LinkingStep) => void;
  /** Where the community is. */
  invite: string;
  /** Whether realms are created only by those who have linked. */
  required: boolean;
}

/** Four steps: an introduction, the visit to the chat platform, its outcome, and the community's channel. */
function LinkingWizard({ step, onStep, invite, required }: Props) {
  const messages = useMessages('verification').steps;
  return (
    <div>
      <StepList
        label={messages.label}
        steps={steps.map((one) => messages[one])}
        at={steps.indexOf(step)}
        done={false}
      />
      {step === 'information' && <InformationStep required={required} onNext={() => onStep('go')} />}
      {step === 'go' && <GoStep onBack={() => onStep('information')} />}
      {step === 'result' && <ResultStep invite={invite} onNext={() => onStep('join')} onAgain={() => onStep('go')} />}
      {step === 'join' && <JoinStep invite={invite} />}
    </div>
  );
}

const icons = { guard: ShieldCheck, create: Castle, bonus: Coins };

interface StepProps {
  required: boolean;
  onNext: () => void;
}

function InformationStep({ required, onNext }: StepProps) {
  const { information } = useMessages('verification');
  const points = required ? (['guard', 'create', 'bonus'] as const) : (['guard', 'bonus'] as const);
  return (
    <Card>
      <StepHeading>{information.title}</StepHeading>
      <p className="mb-6 text-muted">{information.lead}</p>
      <ul className="flex flex-col gap-5">
        {points.map((point) => {
          const Icon = icons[point];
          return (
            <li key={point} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-block bg-moss-soft text-moss">
                <Icon aria-hidden size={22} />
              </span>
              <div>
                <h3 className="font-sans font-semibold tracking-normal">{information[point].title}</h3>
                <p className="text-muted">{information[point].text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-6 rounded-block bg-sunk px-4 py-3">
        <h3 className="font-sans font-semibold tracking-normal">{information.readTitle}</h3>
        <p className="text-muted">{information.read}</p>
      </div>
      <Button variant="primary" onAction={onNext} className="mt-6">
        {information.next}
      </Button>
    </Card>
  );
}
