import type { KernelWayBack, Realm } from '@realmkeep/contract';
import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';
import { useKernelName } from './use-kernel-name.ts';

interface Props {
  realm: Realm;
  ways: KernelWayBack[];
  /** What the owner's plan includes. */
  kernels: readonly KernelKind[];
}

/** To the kernels of before, each with its world. */
export function WayBackCard({ realm, ways, kernels }: Props) {
  const { back } = useMessages('kernel');
  const { format } = useI18n();
  const online = useOnline();
  const name = useKernelName();
  const [way, setWay] = useState<KernelWayBack | null>(null);
  const [typed, setTyped] = useState('');
  const address = realm.domain.domain.split('.')[0] ?? '';
  const close = () => {
    setWay(null);
    setTyped('');
  };
  const going = usePageCall(
    keys.realmKernel(realm.id),
    () => api.realmKernelReturn({ params: { id: realm.id }, body: { changeId: way?.changeId ?? '' } }),
    { done: back.begun, onDone: close },
  );
  return (
    <TitledCard id="kernel-back" title={back.title}>
      <ul className="flex flex-col gap-4">
        {ways.map((one) => (
          <li key={one.changeId}>
            <p className="mb-2 max-w-prose">{back.text(name(one.to), format.dayAndHour(one.worldOf))}</p>
            <Button disabled={!online || !kernels.includes(one.to.kernel)} onAction={() => setWay(one)}>
              {back.button(name(one.to))}
            </Button>
          </li>
        ))}
      </ul>
      {way && (
        <AppDialog title={back.confirmTitle(name(way.to))} onClose={close}>
          <p className="mb-3">{back.confirmText(format.dayAndHour(way.worldOf))}</p>
          <Field
            label={back.type(address)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ProgressBar busy={going.isPending} label={back.action} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              variant="danger"
              disabled={going.isPending || !online || typed.trim().toLowerCase() !== address}
              onAction={() => going.mutate()}
            >
              {back.action}
            </Button>
            <Button onAction={close}>{back.cancel}</Button>
          </div>
        </AppDialog>
      )}
    </TitledCard>
  );
}
