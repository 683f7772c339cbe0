import { type UseFormReturn, useWatch } from 'react-hook-form';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, type RealmForm } from '../../features/realm/realm-rules.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

interface Props {
  form: UseFormReturn<RealmForm>;
  busy: boolean;
  onBack: () => void;
  onSubmit: (values: RealmForm) => void;
}

export function SettingsStep({ form: { control, register, handleSubmit }, busy, onBack, onSubmit }: Props) {
  const { create } = useMessages('realm');
  const online = useOnline();
  const complete = canUse({ name: '', address: '', ...useWatch({ control }) });
  const submit = handleSubmit((values) => {
    if (canUse(values) && !busy && online) onSubmit(values);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <StepHeading>{create.settingsTitle}</StepHeading>
      <p className="mb-5 text-muted">{create.settingsLead}</p>
      <RealmFields control={control} register={register} />
      <ProgressBar busy={busy} label={create.creating} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" type="submit" disabled={!complete || busy || !online}>
          {create.submit}
        </Button>
        <Button disabled={busy} onAction={onBack}>
          {create.back}
        </Button>
      </div>
    </form>
  );
}
