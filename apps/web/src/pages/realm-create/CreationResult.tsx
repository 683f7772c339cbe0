import type { Realm } from '@realmkeep/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import { usePageText } from '../../i18n/use-page-text.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { CreationError } from './CreationError.tsx';
import { CreationProgress } from './CreationProgress.tsx';
import { StepHeading } from './StepHeading.tsx';

interface Props {
  creation: Pick<UseMutationResult<Realm, Error, never>, 'data' | 'error'>;
  onBack: () => void;
}

/** The last step: the realm on its way, made, or refused. */
export function CreationResult({ creation: { data, error }, onBack }: Props) {
  const realmText = usePageText('realm');
  if (error) return <CreationError fault={error} onBack={onBack} />;
  if (data) return <CreationProgress realm={data} />;
  return (
    <>
      <StepHeading>{realmText.create.creating}</StepHeading>
      <ProgressBar busy label={realmText.create.creating} />
    </>
  );
}
