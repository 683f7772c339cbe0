import { type UseFormReturn, useWatch } from 'react-hook-form';
import { RealmFields } from '../../components/RealmFields.tsx';
import { canUse, type RealmForm } from '../../components/realm-rules.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { StepHeading } from './StepHeading.tsx';

interface Props {
  form: UseFormReturn<RealmForm>;
  onBack: () => void;
  onSubmit: (values: RealmForm) => void;
}

export function SettingsStep({ form: { control, register, handleSubmit }, onBack, onSubmit }: Props) {
  const { create } = usePageText('realm');
  const complete = canUse({ name: '', address: '', ...useWatch({ control }) });
  const submit = handleSubmit((values) => {
    if (canUse(values)) onSubmit(values);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <StepHeading>{create.settingsTitle}</StepHeading>
      <p className="mb-5 text-muted">{create.settingsLead}</p>
      <RealmFields control={control} register={register} />
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="primary" type="submit" disabled={!complete}>
          {create.submit}
        </Button>
        <Button onAction={onBack}>{create.back}</Button>
      </div>
    </form>
  );
}
