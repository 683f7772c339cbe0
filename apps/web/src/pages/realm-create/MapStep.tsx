import { offeredMaps } from '@realmkeep/contract/maps';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useId, useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { MapPicture } from '../../features/realm/MapPicture.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { mapsQuery } from '../../api/queries.ts';
import { paths } from '../../shared/paths.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { isOfficial } from '../../features/realm/world-rules.ts';
import { MapTile } from './MapTile.tsx';

// Below what everybody chooses from, so it may load later.
const OwnMaps = lazyPart(async () => (await import('./OwnMaps.tsx')).OwnMaps);

interface Props {
  /** Whether it is the present step. */
  shown: boolean;
  map: string;
  seed: string;
  /** Whether the server may be one in Java. */
  java: boolean;
  onChoose: (map: string) => void;
  onSeed: (seed: string) => void;
  onNext: () => void;
}

export function MapStep({ shown, map: chosen, seed, java, onChoose, onSeed, onNext }: Props) {
  const { create, maps: messages } = useMessages('realm');
  const maps = useQuery(mapsQuery);
  const formId = useId();
  return (
    <QueryBoundary query={maps} skeleton={<Skeleton className="h-72" />}>
      {(list) => (
        <>
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              onNext();
            }}
          >
            <StepHeading key={String(shown)}>{create.mapTitle}</StepHeading>
            <p className="mb-5 text-muted">{create.mapLead}</p>
            <fieldset className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
              <legend className="sr-only">{create.mapTitle}</legend>
              {list.map(({ map }) => (
                <MapTile
                  key={map}
                  picture={<MapPicture map={map} className="aspect-video w-full" />}
                  map={map}
                  {...messages[map]}
                  checked={map === chosen}
                  onChoose={() => onChoose(map)}
                />
              ))}
            </fieldset>
            {isOfficial(chosen) && (
              <MoreAboutWorld
                map={chosen}
                seed={seed}
                java={java}
                used={seed !== '' || !list.some(({ map }) => map === chosen)}
                onMap={onChoose}
                onSeed={onSeed}
              />
            )}
          </form>
          {java && (
            <Link {...paths.modpacks} className={`mt-3 ${buttonClass('plain')}`}>
              {create.fromPack}
            </Link>
          )}
          <Suspense fallback={<Skeleton className="mt-8 h-58 sm:h-39" />}>
            <OwnMaps map={chosen} onChoose={(map) => onChoose(map ?? offeredMaps[0])} />
          </Suspense>
          <Button variant="primary" type="submit" form={formId} className="mt-7">
            {create.next}
          </Button>
        </>
      )}
    </QueryBoundary>
  );
}

/** Few look at it. */
const WorldFields = lazyPart(async () => (await import('../../features/realm/WorldFields.tsx')).WorldFields);

interface MoreProps {
  map: string;
  seed: string;
  /** Whether a server in Java may make it. */
  java: boolean;
  /** Whether one of them has been chosen. */
  used: boolean;
  onMap: (map: string) => void;
  onSeed: (seed: string) => void;
}

/** Worlds without a picture, and the seed: for those who ask. */
function MoreAboutWorld({ used, ...choice }: MoreProps) {
  const { create } = useMessages('realm');
  const [open, setOpen] = useState(used);
  return (
    <div className="mt-5">
      {open ? (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <WorldFields {...choice} />
        </Suspense>
      ) : (
        <Button aria-expanded={false} onAction={() => setOpen(true)}>
          {create.moreWorld}
        </Button>
      )}
    </div>
  );
}
