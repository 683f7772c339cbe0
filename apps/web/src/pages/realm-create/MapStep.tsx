import { mapImagePath } from '@realmkeep/contract/addresses';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/Loaded.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { mapsQuery } from '../../queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

interface Props {
  map: string;
  onChoose: (map: string) => void;
  onNext: () => void;
}

export function MapStep({ map: chosen, onChoose, onNext }: Props) {
  const { create, maps: words } = usePageText('realm');
  const maps = useQuery(mapsQuery);
  return (
    <Loaded query={maps} skeleton={<Skeleton className="h-72" />}>
      {(list) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onNext();
          }}
        >
          <StepHeading>{create.mapTitle}</StepHeading>
          <p className="mb-5 text-muted">{create.mapLead}</p>
          <fieldset className="grid gap-5 sm:grid-cols-3">
            <legend className="sr-only">{create.mapTitle}</legend>
            {list.map(({ map }) => (
              <label
                key={map}
                className="flex cursor-pointer flex-col overflow-hidden rounded-block border-2 border-line bg-surface shadow-block transition-transform has-checked:border-lantern-edge has-checked:shadow-[0_4px_0_var(--lantern-edge)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce motion-safe:hover:-translate-y-0.5"
              >
                <img src={mapImagePath(map)} alt="" className="aspect-video w-full bg-sunk" />
                <span className="flex items-center gap-3 px-4 pt-4 font-display text-sm font-semibold">
                  <input
                    type="radio"
                    name="map"
                    value={map}
                    checked={map === chosen}
                    onChange={() => onChoose(map)}
                    className="size-4 shrink-0 accent-lantern-edge focus-visible:outline-none"
                  />
                  {words[map].name}
                </span>
                <span className="px-4 pt-1 pb-4 text-sm text-muted">{words[map].text}</span>
              </label>
            ))}
          </fieldset>
          <Button variant="primary" type="submit" className="mt-7">
            {create.next}
          </Button>
        </form>
      )}
    </Loaded>
  );
}
