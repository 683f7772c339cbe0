import type { Realm, RealmKernel } from '@realmkeep/contract';
import { eulaUrl, kernelKinds, type KernelKind, sandboxVersion } from '@realmkeep/contract/kernel-rules';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppDialog } from '../../components/AppDialog.tsx';
import { useOnline } from '../../components/use-online.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { KernelChoice } from './KernelChoice.tsx';
import { usePageCall } from '../../components/use-page-call.ts';
import { keys } from '../../session/query-keys.ts';
import { useKernelName } from './use-kernel-name.ts';
import { VersionField } from './VersionField.tsx';

/** Another kernel, chosen, agreed to and confirmed. */
export function ChangeCard({ realm, data }: { realm: Realm; data: RealmKernel }) {
  const words = usePageText('kernel');
  const { format } = useI18n();
  const online = useOnline();
  const name = useKernelName();
  // The sandbox reads its own version alone.
  const kinds = kernelKinds.filter(
    (kind) => kind !== 'sandbox' || (data.version === sandboxVersion && data.kernel !== kind),
  );
  const [kernel, setKernel] = useState<KernelKind>(data.kernel === 'vanilla' ? 'vanilla' : 'paper');
  const [chosen, setChosen] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const version = kernel === 'sandbox' ? sandboxVersion : chosen;
  const needsEula = kernel !== 'sandbox' && data.eula.accepted === null;
  const change = usePageCall(
    keys.realmKernel(realm.id),
    () =>
      api.realmKernelChange({
        params: { id: realm.id },
        body: { kernel, version: version ?? '', eula: needsEula ? eulaUrl : null },
      }),
    { done: words.begun, onDone: () => setAsked(false) },
  );
  const same = kernel === data.kernel && version === data.version;
  const button = (
    <Button
      variant="primary"
      disabled={!online || version === null || same || (needsEula && !agreed)}
      onAction={() => setAsked(true)}
    >
      {words.change}
    </Button>
  );

  return (
    <Card aria-labelledby="kernel-choose">
      <h2 id="kernel-choose" className="mb-4 text-lg">
        {words.choose}
      </h2>
      <KernelChoice
        kinds={kinds}
        selected={kernel}
        onSelect={(kind) => {
          setKernel(kind);
          setChosen(null);
        }}
      />
      {kernel === 'sandbox' ? (
        <div className="mt-4">{button}</div>
      ) : (
        <VersionField key={kernel} realmId={realm.id} data={data} kernel={kernel} chosen={chosen} onChoose={setChosen}>
          {data.eula.accepted === null ? (
            <label className="mt-4 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-spruce"
                checked={agreed}
                onChange={({ target }) => setAgreed(target.checked)}
              />
              {words.eula}
            </label>
          ) : (
            <p className="mt-4 text-sm text-muted">{words.eulaAccepted(format.dayAndHour(data.eula.accepted))}</p>
          )}
          <a
            href={eulaUrl}
            target="_blank"
            rel="noreferrer"
            className="mb-4 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {words.eulaLink}
          </a>
          <div>{button}</div>
        </VersionField>
      )}
      {asked && version !== null && (
        <AppDialog title={words.confirm.title(name({ kernel, version }))} onClose={() => setAsked(false)}>
          <p className="mb-3">{words.confirm.text}</p>
          {data.kernel === 'sandbox' && <p className="mb-3">{words.confirm.world}</p>}
          <ProgressBar busy={change.isPending} label={words.change} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="primary" disabled={change.isPending || !online} onAction={() => change.mutate()}>
              {words.confirm.action}
            </Button>
            <Button data-autofocus onAction={() => setAsked(false)}>
              {words.confirm.cancel}
            </Button>
          </div>
        </AppDialog>
      )}
    </Card>
  );
}
