import { useMessages } from '../../i18n/use-messages.ts';
import { StepList } from '../../ui/StepList.tsx';
import { GoStep } from './GoStep.tsx';
import { InformationStep } from './InformationStep.tsx';
import { JoinStep } from './JoinStep.tsx';
import { ResultStep } from './ResultStep.tsx';

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

/** Four steps: what it is about, the visit to the chat platform, what came of it, and the community's channel. */
export function LinkingWizard({ step, onStep, invite, required }: Props) {
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
