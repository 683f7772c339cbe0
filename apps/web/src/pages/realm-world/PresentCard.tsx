import type { Realm, RealmBackup } from '@realmkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { RealmPicture } from '../../features/realm/RealmPicture.tsx';
import { mapName } from '../../features/realm/map-name.ts';
import { hasSeed } from '../../features/realm/world-rules.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { follow } from '../../shared/follow.ts';
import { paths } from '../../shared/paths.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

interface Props {
  realm: Realm;
  /** The newest backup that its owner can take away; undefined for none, and for everybody else. */
  newest: RealmBackup | undefined;
}

/** What there is now. */
export function PresentCard({ realm, newest }: Props) {
  const messages = useMessages('world');
  const realmText = useMessages('realm');
  return (
    <Card aria-labelledby="world-present" className="flex flex-wrap gap-5">
      <RealmPicture realm={realm} className="aspect-video w-full self-start rounded-block sm:w-72" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="world-present" className="mb-3 text-lg">
          {messages.present}
        </h2>
        <dl className="mb-3 flex flex-wrap gap-x-7 gap-y-2">
          <div>
            <dt className="text-sm text-muted">{messages.madeOf}</dt>
            <dd className="font-semibold">{mapName(realmText, realm)}</dd>
          </div>
          {realm.type === 'OFFICIAL' && (
            <div className="min-w-0">
              <dt className="text-sm text-muted">{messages.seed}</dt>
              <dd className="font-semibold wrap-anywhere">
                {realm.seed ?? (hasSeed(realm.map) ? messages.seeds.picture : messages.seeds.alike)}
              </dd>
            </div>
          )}
        </dl>
        <p className="mb-3 max-w-prose">{messages.backups}</p>
        <div className="flex flex-wrap gap-3">
          {newest && <DownloadButton realmId={realm.id} backup={newest} />}
          <Link {...paths.realmBackups(realm.id)} className={buttonClass('plain')}>
            {messages.toBackups}
          </Link>
        </div>
      </div>
    </Card>
  );
}

function DownloadButton({ realmId, backup }: { realmId: string; backup: RealmBackup }) {
  const messages = useMessages('world');
  const errors = useMessages('errors');
  const { format } = useI18n();
  const online = useOnline();
  const download = useMutation({
    mutationFn: () => api.realmBackupLink({ params: { id: realmId, backupId: backup.id } }),
    onSuccess: ({ url }) => follow(url),
    onError: (error) => showToast('error', errorText(errors, error)),
  });
  return (
    <Button disabled={!online || download.isPending} onAction={() => download.mutate()}>
      {messages.download(format.dayAndHour(backup.created))}
    </Button>
  );
}
