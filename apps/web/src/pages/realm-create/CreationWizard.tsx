import type { FirstKernel, RealmPossibility } from '@realmkeep/contract';
import { isJavaWorld, offeredMaps } from '@realmkeep/contract/maps';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { isOfficial, seedFor } from '../../features/realm/world-rules.ts';
import { refusedField, type RealmForm } from '../../features/realm/realm-rules.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { realmQuery } from '../../api/queries.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { keys } from '../../api/query-keys.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepList } from '../../ui/StepList.tsx';
import type { ChosenKernel } from './chosen-kernel.ts';
import { creationProblem } from './creation-problem.ts';
import { MapStep } from './MapStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';

// Loaded while the realm is being created.
const loadProgress = () => import('./CreationProgress.tsx');
const CreationProgress = lazyPart(async () => (await loadProgress()).CreationProgress);

// Loaded once the first step is shown, so that it is there even if the connection is lost.
const loadError = () => import('./CreationError.tsx');
const CreationError = lazyPart(async () => (await loadError()).CreationError);

const steps = ['map', 'settings', 'result'] as const;
type Step = (typeof steps)[number];

const draftName = 'realm-create';
const toastGroup = draftName;
const empty: RealmForm = { name: '', address: '' };

interface Draft {
  map: string;
  seed: string;
  form: RealmForm;
  chosen: ChosenKernel;
}

interface Props {
  /** What the plan includes and the machine runs, the default first. */
  offered: RealmPossibility['kernels'];
  onBegin: () => void;
}

/** Three steps: the world, its name and address, and the server coming up. What was entered stays when going back. */
export function CreationWizard({ offered, onBegin }: Props) {
  const { create } = useMessages('realm');
  const messages = create.steps;
  const errors = useMessages('errors');
  const queries = useQueryClient();
  useEffect(() => void loadError().catch(() => undefined), []);
  const [kept] = useState(() => draftOf(draftName) as Draft | undefined);
  const [step, setStep] = useState<Step>(kept ? 'settings' : 'map');
  const [map, setMap] = useState<string>(kept?.map ?? offeredMaps[0]);
  const [seed, setSeed] = useState(kept?.seed ?? '');
  const [asked, setChosen] = useState<ChosenKernel | undefined>(kept?.chosen);
  // Some worlds only a server in Java makes.
  const fitting = isJavaWorld(map) ? offered.filter(({ kernel }) => kernel !== 'sandbox') : offered;
  const chosen =
    asked && fitting.some(({ kernel }) => kernel === asked.kernel)
      ? asked
      : { kernel: fitting[0]?.kernel ?? 'sandbox', version: null, agreed: false };
  const form = useForm<RealmForm>({ defaultValues: kept?.form ?? empty });
  const typed = { ...empty, ...useWatch({ control: form.control }) };

  const creation = useMutation({
    mutationFn: async ({ name, address, kernel }: RealmForm & { kernel: FirstKernel | undefined }) => {
      const asked = performance.now();
      const body = {
        type: isOfficial(map) ? 'OFFICIAL' : 'COMMUNITY',
        world_name: map,
        ...seedFor(map, seed),
        user_realm_name: name.trim(),
        domain_name: address.trim(),
        kernel,
      } as const;
      // It starts at once: the socket may be ahead of the answer.
      return withNewerLive(await api.realmCreate({ body }), asked);
    },
    onMutate: () => {
      clearToasts(toastGroup);
      void loadProgress().catch(() => undefined);
      onBegin();
    },
    onSuccess: (realm) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, realm);
      void queries.invalidateQueries({ queryKey: keys.realms });
      setStep('result');
    },
    onError: (error) => {
      const field = refusedField(error);
      if (field) form.setError(field, { message: errorText(errors, error) }, { shouldFocus: true });
      else setStep('result');
      const { title, advice } = creationProblem(create, error);
      showToast('error', `${title}. ${advice ?? errorText(errors, error)}`, toastGroup);
    },
  });
  useDraft(
    draftName,
    !creation.isSuccess && typed.name + typed.address !== '' ? { map, seed, form: typed, chosen } : null,
  );
  // Followed by the socket until players can join.
  const { data: realm = creation.data } = useQuery({
    ...realmQuery(creation.data?.id ?? ''),
    enabled: creation.isSuccess,
  });

  return (
    <>
      <StepList
        label={messages.label}
        steps={steps.map((one) => messages[one])}
        at={steps.indexOf(step)}
        done={realm?.live.phase === 'READY'}
      />
      {/* It stays, as it may be sending a world. */}
      <div hidden={step !== 'map'}>
        <MapStep
          shown={step === 'map'}
          map={map}
          seed={seed}
          java={offered.some(({ kernel }) => kernel !== 'sandbox')}
          onChoose={setMap}
          onSeed={setSeed}
          onNext={() => setStep('settings')}
        />
      </div>
      {step === 'settings' && (
        <SettingsStep
          form={form}
          offered={fitting}
          chosen={chosen}
          onChoose={setChosen}
          busy={creation.isPending}
          onBack={() => setStep('map')}
          onSubmit={(values, kernel) => creation.mutate({ ...values, kernel })}
        />
      )}
      {step === 'result' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          {realm && <CreationProgress realm={realm} />}
          {creation.error && <CreationError error={creation.error} onBack={setStep} />}
        </Suspense>
      )}
    </>
  );
}
