import type { Realm } from '@realmkeep/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import { useI18n } from '../../i18n/I18nProvider.tsx';
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
  const { text } = useI18n();
  if (error) return <CreationError fault={error} onBack={onBack} />;
  if (data) return <CreationProgress realm={data} />;
  return (
    <>
      <StepHeading>{text.realm.create.creating}</StepHeading>
      <ProgressBar busy label={text.realm.create.creating} />
    </>
  );
}
