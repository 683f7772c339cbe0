import type { FirstKernel, RealmPossibility } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { createVersionsQuery } from '../../api/queries.ts';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, type RealmForm } from '../../features/realm/realm-rules.ts';
import { useOnline } from '../../shared/use-online.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { askedKernel, type ChosenKernel } from './chosen-kernel.ts';

// Not loaded if there is nothing to choose.
const KernelFields = lazyPart(async () => (await import('./KernelFields.tsx')).default);

interface Props {
  form: UseFormReturn<RealmForm>;
  offered: RealmPossibility['kernels'];
  chosen: ChosenKernel;
  onChoose: (chosen: ChosenKernel) => void;
  busy: boolean;
  onBack: () => void;
  onSubmit: (values: RealmForm, kernel: FirstKernel | undefined) => void;
}

export function SettingsStep({ form, offered, chosen, onChoose, busy, onBack, onSubmit }: Props) {
  const { control, register, handleSubmit } = form;
  const { create } = useMessages('realm');
  const online = useOnline();
  const java = chosen.kernel === 'sandbox' ? null : chosen.kernel;
  const versions = useQuery({ ...createVersionsQuery(java ?? 'paper'), enabled: java !== null });
  const kernel = askedKernel(chosen, versions.data?.accepted);
  const complete = canUse({ name: '', address: '', ...useWatch({ control }) }) && kernel !== null;
  const submit = handleSubmit((values) => {
    if (canUse(values) && kernel !== null && !busy && online) onSubmit(values, kernel);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <StepHeading>{create.settingsTitle}</StepHeading>
      <p className="mb-5 text-muted">{create.settingsLead}</p>
      <RealmFields control={control} register={register} />
      {offered.some((one) => one.kernel !== 'sandbox') && (
        <Suspense fallback={<Skeleton className="mt-4 h-40" />}>
          <KernelFields offered={offered} chosen={chosen} onChoose={onChoose} versions={versions} />
        </Suspense>
      )}
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
