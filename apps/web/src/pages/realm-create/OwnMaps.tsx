import type { OwnMap } from '@realmkeep/contract';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { MapPicture } from '../../features/realm/MapPicture.tsx';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useCall } from '../../shared/use-call.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery, ownMapsQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MapTile } from './MapTile.tsx';
import { MapUpload } from './MapUpload.tsx';

const firstTier = tiers.find((tier) => tierLimits[tier].communityMaps > 0) ?? 'DRAGON';
const toastGroup = 'map-delete';

interface Props {
  map: string;
  /** null: none of these. */
  onChoose: (map: string | null) => void;
}

/** The player's own worlds; if their tier has none, how to get them. */
export function OwnMaps({ map: chosen, onChoose }: Props) {
  const messages = useMessages('worlds');
  const me = useQuery(meQuery);
  const query = useQuery(ownMapsQuery);
  // As high as what comes: the button below must not move under a finger.
  const skeleton = <Skeleton className="h-35 sm:h-22" />;

  return (
    <section aria-labelledby="own-maps" className="mt-8">
      <h3 id="own-maps" className="text-lg">
        {messages.title}
      </h3>
      <p className="mb-4 text-muted">{messages.lead}</p>
      <QueryBoundary query={me} skeleton={skeleton} level={3}>
        {({ user_subscription: has }) => (
          <QueryBoundary query={query} skeleton={skeleton} level={3}>
            {(maps) => (
              <MapList
                maps={maps}
                limit={tierLimits[has.subscription.tier].communityMaps}
                map={chosen}
                onChoose={onChoose}
              />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </section>
  );
}

interface ListProps extends Props {
  maps: OwnMap[];
  /** How many the tier allows. */
  limit: number;
}

function MapList({ maps, limit, map: chosen, onChoose }: ListProps) {
  const messages = useMessages('worlds');
  const { tiers: tierNames } = useMessages('realm');
  return (
    <>
      {maps.length > 0 && (
        <ul className="mb-5 grid gap-5 sm:grid-cols-3">
          {maps.map((map) => (
            <li key={map.map} className="flex flex-col gap-2">
              <OwnTile
                map={map}
                checked={map.map === chosen}
                disabled={limit === 0}
                onChoose={() => onChoose(map.map)}
                onDeleted={() => map.map === chosen && onChoose(null)}
              />
            </li>
          ))}
        </ul>
      )}
      {limit === 0 ? (
        <Card className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Lock aria-hidden size={20} className="shrink-0" />
          <p className="min-w-0 flex-1">{messages.locked(tierNames[firstTier])}</p>
          <PlansLink />
        </Card>
      ) : (
        <MapUpload full={maps.length >= limit} limit={limit} onMade={onChoose} />
      )}
    </>
  );
}

interface TileProps {
  map: OwnMap;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  onDeleted: () => void;
}

function OwnTile({ map: { map, name, bytes, picture, created }, checked, disabled, onChoose, onDeleted }: TileProps) {
  const { format } = useI18n();
  const sizeText = useSizeText();
  const messages = useMessages('worlds');
  const online = useOnline();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const deletion = useCall(toastGroup, {
    mutationFn: () => api.realmMapDelete({ params: { id: map } }),
    onSuccess: onDeleted,
    onSettled: async () => {
      setAsked(false);
      await queries.invalidateQueries({ queryKey: keys.ownMaps });
    },
  });
  return (
    <>
      <MapTile
        picture={<MapPicture map={map} image={picture} className="aspect-video w-full" />}
        map={map}
        name={name}
        text={`${sizeText(bytes)} · ${format.date(created)}`}
        checked={checked}
        disabled={disabled}
        onChoose={onChoose}
      />
      <Button aria-label={messages.remove.title(name)} onAction={() => setAsked(true)}>
        <Trash2 aria-hidden size={18} /> {messages.remove.action}
      </Button>
      {asked && (
        <ConfirmDialog
          {...messages.remove}
          title={messages.remove.title(name)}
          busy={deletion.isPending}
          disabled={!online}
          onConfirm={() => deletion.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
