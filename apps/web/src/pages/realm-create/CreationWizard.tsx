import { officialMaps } from '@realmkeep/contract/maps';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api.ts';
import type { RealmForm } from '../../components/realm-rules.ts';
import { realmQuery } from '../../queries.ts';
import { withNewerLive } from '../../session/live-cache.ts';
import { keys } from '../../session/query-keys.ts';
import { CreationResult } from './CreationResult.tsx';
import { MapStep } from './MapStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { type Step, StepList } from './StepList.tsx';

/** Three steps: the world, its name and address, and the server coming up. What was entered stays when going back. */
export function CreationWizard({ onBegin }: { onBegin: () => void }) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('map');
  const [map, setMap] = useState<string>(officialMaps[0]);
  const form = useForm<RealmForm>({ defaultValues: { name: '', address: '' } });

  const creation = useMutation({
    mutationFn: async ({ name, address }: RealmForm) => {
      const asked = performance.now();
      const body = {
        type: 'OFFICIAL',
        world_name: map,
        user_realm_name: name.trim(),
        domain_name: address.trim(),
      } as const;
      // It starts at once: the socket may be ahead of the answer.
      return withNewerLive(await api.realmCreate({ body }), asked);
    },
    onMutate: () => {
      onBegin();
      setStep('result');
    },
    onSuccess: (realm) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, realm);
      void queries.invalidateQueries({ queryKey: keys.realms });
    },
  });

  return (
    <>
      <StepList current={step} />
      {step === 'map' && <MapStep map={map} onChoose={setMap} onNext={() => setStep('settings')} />}
      {step === 'settings' && (
        <SettingsStep form={form} onBack={() => setStep('map')} onSubmit={(values) => creation.mutate(values)} />
      )}
      {step === 'result' && <CreationResult creation={creation} onBack={() => setStep('settings')} />}
    </>
  );
}
