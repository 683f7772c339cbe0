import type { Realm, RealmKernel } from '@realmkeep/contract';
import {
  builtinVersion,
  eulaUrl,
  gameVersionPattern,
  type JavaKernel,
  type KernelKind,
} from '@realmkeep/contract/kernel-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import { Eula } from '../../features/realm/Eula.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { KernelChoice } from '../../features/realm/KernelChoice.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { kernelVersionsQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { type ChosenJar, OwnJarField } from './OwnJarField.tsx';
import { useKernelName } from './use-kernel-name.ts';
import { VersionField } from '../../features/realm/VersionField.tsx';

/** What the realm can change to: its plan includes it, the machine runs it, and it reads the world. */
export function kernelsFor({ kernel, version, kernels, programs }: RealmKernel): KernelKind[] {
  return kernels.filter((kind) =>
    // The sandbox reads its own version alone.
    kind === 'sandbox' ? version === builtinVersion && kernel !== kind : programs,
  );
}

/** Whether somebody gives it out, in versions to choose from. */
function hasMaker(kernel: KernelKind): kernel is JavaKernel {
  return kernel !== 'sandbox' && kernel !== 'own';
}

/** Another kernel, chosen, agreed to and confirmed. */
export function ChangeCard({ realm, data }: { realm: Realm; data: RealmKernel }) {
  const messages = useMessages('kernel');
  const online = useOnline();
  const name = useKernelName();
  const kinds = kernelsFor(data);
  const [kernel, setKernel] = useState<KernelKind>(
    kinds.includes(data.kernel) ? data.kernel : (kinds[0] ?? data.kernel),
  );
  const versions = useQuery({
    ...kernelVersionsQuery(realm.id, hasMaker(kernel) ? kernel : 'paper'),
    enabled: hasMaker(kernel),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  // They go on while another kernel is looked at.
  const uploads = useUploads(realm.id);
  const [jar, setJar] = useState<ChosenJar | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const isOwn = kernel === 'own';
  const typed = jar && gameVersionPattern.test(jar.version) ? jar.version : null;
  const version = kernel === 'sandbox' ? builtinVersion : isOwn ? typed : chosen;
  const needsEula = kernel !== 'sandbox' && data.eula.accepted === null;
  const change = usePageCall(
    keys.realmKernel(realm.id),
    () =>
      api.realmKernelChange({
        params: { id: realm.id },
        body: {
          kernel,
          version: version ?? '',
          eula: needsEula ? eulaUrl : null,
          ...(isOwn && jar ? { jar: jar.sha256 } : {}),
        },
      }),
    { done: messages.begun, onDone: () => setAsked(false) },
  );
  const same = kernel === data.kernel && version === data.version && (!isOwn || jar?.sha256 === data.jar);
  const button = (
    <Button
      variant="primary"
      disabled={!online || version === null || same || (needsEula && !agreed)}
      onAction={() => setAsked(true)}
    >
      {messages.change}
    </Button>
  );

  return (
    <TitledCard id="kernel-choose" title={messages.choose} gap="mb-4">
      <KernelChoice
        kinds={kinds}
        selected={kernel}
        onSelect={(kind) => {
          setKernel(kind);
          setChosen(null);
        }}
      />
      {kernel === 'sandbox' && <div className="mt-4">{button}</div>}
      {isOwn ? (
        <OwnJarField realmId={realm.id} data={data} uploads={uploads} chosen={jar} onChoose={setJar}>
          <Eula accepted={data.eula.accepted} agreed={agreed} onAgree={setAgreed} />
          <div className="mt-4">{button}</div>
        </OwnJarField>
      ) : (
        <UploadsCard uploads={uploads} className="mt-4" />
      )}
      {hasMaker(kernel) && (
        <VersionField
          key={kernel}
          query={versions}
          java={data.java}
          note={messages.onlyUpwards(data.version)}
          chosen={chosen}
          onChoose={setChosen}
        >
          <Eula accepted={data.eula.accepted} agreed={agreed} onAgree={setAgreed} />
          <div className="mt-4">{button}</div>
        </VersionField>
      )}
      {asked && version !== null && (
        <AppDialog
          title={messages.confirm.title(
            name({ kernel, version, build: isOwn && jar ? jar.sha256.slice(0, 12) : null }),
          )}
          onClose={() => setAsked(false)}
        >
          <p className="mb-3">{messages.confirm.text}</p>
          {data.kernel === 'sandbox' && <p className="mb-3">{messages.confirm.world}</p>}
          {kernel === 'sandbox' && <p className="mb-3">{messages.confirm.dimensions}</p>}
          <ProgressBar busy={change.isPending} label={messages.change} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="primary" disabled={change.isPending || !online} onAction={() => change.mutate()}>
              {messages.confirm.action}
            </Button>
            <Button data-autofocus onAction={() => setAsked(false)}>
              {messages.confirm.cancel}
            </Button>
          </div>
        </AppDialog>
      )}
    </TitledCard>
  );
}
