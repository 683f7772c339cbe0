import type { Addon, RealmAddons } from '@realmkeep/contract';
import type { AddonKind } from '@realmkeep/contract/addon-rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { useAddonCall } from './use-addon-call.ts';

interface Props {
  realmId: string;
  kind: AddonKind;
  data: RealmAddons;
  /** Whether nothing can be changed now. */
  locked: boolean;
}

/** What is installed in the realm's files: can be updated, turned on and off, and removed. */
export function InstalledCard({ realmId, kind, data, locked }: Props) {
  const messages = useMessages('addons');
  const online = useOnline();
  const params = { id: realmId };
  const [leaving, setLeaving] = useState<Addon | null>(null);
  const update = useAddonCall(realmId, (projectId: string) =>
    api.realmAddonInstall({ params, body: { kind, projectId } }),
  );
  const turn = useAddonCall(realmId, ({ name, enabled }: Addon) =>
    api.realmAddonSwitch({ params, body: { kind, name, enabled: !enabled } }),
  );
  const removal = useAddonCall(realmId, ({ name }: Addon) => api.realmAddonRemove({ params, body: { kind, name } }));
  const isBusy = update.isPending || turn.isPending || removal.isPending || data.order?.state === 'RUNNING';
  const disabled = isBusy || locked || !online;
  const addons = data.addons.filter((addon) => addon.kind === kind);

  return (
    <TitledCard id="addons-installed" title={messages.installed} gap="mb-2">
      {addons.length === 0 && <p className="text-muted">{messages.empty[kind]}</p>}
      {addons.length > 0 && !data.recognised && (
        <Callout tone="warn" title={messages.unrecognised.title}>
          <p>{messages.unrecognised.text}</p>
        </Callout>
      )}
      <ul className="flex flex-col divide-y-2 divide-line">
        {addons.map((addon) => {
          const title = addon.project?.title ?? addon.name;
          const { project } = addon;
          return (
            <li key={addon.name} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <About addon={addon} recognised={data.recognised} />
              <div className="flex flex-wrap gap-2">
                {project && addon.update !== null && (
                  <Button
                    variant="primary"
                    disabled={disabled}
                    aria-label={messages.of(messages.update, title)}
                    onAction={() => update.mutate(project.id)}
                  >
                    {messages.update}
                  </Button>
                )}
                <Button
                  disabled={disabled}
                  aria-label={messages.of(addon.enabled ? messages.disable : messages.enable, title)}
                  onAction={() => turn.mutate(addon)}
                >
                  {addon.enabled ? messages.disable : messages.enable}
                </Button>
                <Button
                  disabled={disabled}
                  aria-label={messages.of(messages.remove, title)}
                  onAction={() => setLeaving(addon)}
                >
                  {messages.remove}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {data.more > 0 && <p className="mt-3 text-sm text-muted">{messages.more(data.more)}</p>}
      {leaving && (
        <ConfirmDialog
          title={messages.removal.title(leaving.project?.title ?? leaving.name)}
          text={messages.removal.text}
          action={messages.remove}
          cancel={messages.removal.cancel}
          busy={removal.isPending}
          disabled={!online}
          onConfirm={() =>
            removal.mutate(leaving, {
              onSettled: () => setLeaving(null),
            })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </TitledCard>
  );
}

function About({ addon, recognised }: { addon: Addon; recognised: boolean }) {
  const messages = useMessages('addons');
  const sizeText = useSizeText();
  const { project, name, version, enabled, bytes, update } = addon;
  const mark = 'mr-1 rounded-chip px-2 py-0.5 text-sm';
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">
        <span className="mr-2 font-semibold">{project?.title ?? name}</span>
        {!enabled && <span className={`${mark} bg-brick-soft`}>{messages.off}</span>}
        {update !== null && <span className={`${mark} bg-amber-soft`}>{messages.newer(update)}</span>}
        {recognised && project === null && <span className={`${mark} bg-sunk`}>{messages.unknown}</span>}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {[version, project && name, sizeText(bytes)].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
