import type { Realm } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { MapPicture } from '../../features/realm/MapPicture.tsx';
import { mapName } from '../../features/realm/map-name.ts';
import { hasSeed } from '../../features/realm/world-rules.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';

/** What there is now. */
export function PresentCard({ realm }: { realm: Realm }) {
  const messages = useMessages('world');
  const realmText = useMessages('realm');
  return (
    <Card aria-labelledby="world-present" className="flex flex-wrap gap-5">
      <MapPicture map={realm.map} className="aspect-video w-full rounded-block sm:w-72" />
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
        <Link {...paths.realmBackups(realm.id)} className={buttonClass('plain')}>
          {messages.toBackups}
        </Link>
      </div>
    </Card>
  );
}
