import type { Realm, RealmLand } from '@realmkeep/contract';
import { regionSide } from '@realmkeep/contract/land-rules';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { tileQuery } from './land-queries.ts';
import { type LandView, pixelOf, seenRegions, type Size, zoomed } from './land-view.ts';
import { useLandView } from './use-land-view.ts';

/** How far an arrow key goes, in pixels. */
const step = 64;

/** The land, to be moved and zoomed by pointers, wheel, keys and buttons. */
export function LandMap({ realm, land }: { realm: Realm; land: RealmLand }) {
  const { land: messages } = useMessages('world');
  const { states: shell } = useMessages('shell');
  const { format } = useI18n();
  const { spawnX, spawnZ } = realm;
  const spawn = spawnX === null || spawnZ === null ? null : { x: spawnX, z: spawnZ };
  const { frame, handlers, view, size, pointed, show } = useLandView(spawn ?? land.centre, land.regions);

  // From there on a smaller picture has a point for each pixel.
  const side = view.scale * devicePixelRatio > 0.25 ? '512' : '128';
  const seen = seenRegions(view, size, land.regions);
  const queries = useQueryClient();
  const [states, setStates] = useState<Record<string, TileState>>({});
  const tell = useCallback((tile: string, state: TileState) => {
    setStates((all) => (all[tile] === state ? all : { ...all, [tile]: state }));
  }, []);
  const shown = new Set(seen.map((region) => states[keyOf(region)] ?? 'DRAWING'));
  const failed = shown.has('FAILED');
  const state = shown.has('OFFLINE')
    ? shell.offlineTitle
    : failed
      ? messages.failed
      : shown.has('DRAWING')
        ? messages.drawing
        : '';
  const retry = () =>
    void queries.refetchQueries({ queryKey: ['land', realm.id], predicate: (query) => query.state.status === 'error' });

  const moves: Record<string, () => LandView> = {
    ArrowLeft: () => ({ ...view, x: view.x - step / view.scale }),
    ArrowRight: () => ({ ...view, x: view.x + step / view.scale }),
    ArrowUp: () => ({ ...view, z: view.z - step / view.scale }),
    ArrowDown: () => ({ ...view, z: view.z + step / view.scale }),
    '+': () => zoomed(view, 2),
    '=': () => zoomed(view, 2),
    '-': () => zoomed(view, 0.5),
    Home: () => ({ ...view, ...(spawn ?? land.centre) }),
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(move());
  };
  const at = pointed ?? view;
  const coordinates = messages.at(format.number(Math.floor(at.x)), format.number(Math.floor(at.z)));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        {...handlers}
        // Moved by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={messages.label}
        aria-describedby="land-at land-keys"
        onKeyDown={press}
        className="relative h-112 max-h-[70vh] cursor-grab touch-pan-y overflow-clip rounded-block border-2 border-line bg-sunk select-none active:cursor-grabbing"
      >
        {seen.map((region) => (
          <Tile
            key={keyOf(region)}
            name={keyOf(region)}
            query={tileQuery(realm.id, region, side)}
            region={region}
            view={view}
            size={size}
            tell={tell}
          />
        ))}
        {spawn && (
          <span
            title={messages.spawn}
            style={pixelOf(view, size, spawn)}
            className="absolute size-4 -translate-1/2 rotate-45 border-2 border-lantern-ink bg-lantern"
          >
            <span className="sr-only">{messages.spawn}</span>
          </span>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button aria-label={messages.nearer} onAction={() => show(zoomed(view, 2))}>
          +
        </Button>
        <Button aria-label={messages.farther} onAction={() => show(zoomed(view, 0.5))}>
          −
        </Button>
        <Button onAction={() => show({ ...view, ...(spawn ?? land.centre) })}>{messages.toSpawn}</Button>
        <p id="land-at" className="text-sm text-muted tabular-nums">
          {coordinates}
        </p>
        <p role="status" className="text-sm text-muted">
          {state}
        </p>
        {failed && <Button onAction={retry}>{shell.retry}</Button>}
      </div>
      <p id="land-keys" className="mt-2 text-sm text-muted">
        {messages.keys}
      </p>
    </>
  );
}

type TileState = 'DRAWING' | 'DRAWN' | 'FAILED' | 'OFFLINE';

const keyOf = ({ x, z }: { x: number; z: number }) => `${x} ${z}`;

interface TileProps {
  name: string;
  query: ReturnType<typeof tileQuery>;
  region: RealmLand['regions'][number];
  view: LandView;
  size: Size;
  tell: (name: string, state: TileState) => void;
}

function Tile({ name, tell, query, region: { x, z }, view, size }: TileProps) {
  // The former picture is shown until the next has loaded.
  const { data, isError, fetchStatus } = useQuery({ ...query, placeholderData: keepPreviousData });
  const state = isError ? 'FAILED' : fetchStatus === 'paused' ? 'OFFLINE' : data === undefined ? 'DRAWING' : 'DRAWN';
  useEffect(() => tell(name, state), [tell, name, state]);
  if (data === undefined) return null;
  const from = pixelOf(view, size, { x: x * regionSide, z: z * regionSide });
  const to = pixelOf(view, size, { x: (x + 1) * regionSide, z: (z + 1) * regionSide });
  return (
    <img
      src={data}
      alt=""
      draggable={false}
      style={{ ...from, width: to.left - from.left, height: to.top - from.top }}
      className={`absolute max-w-none ${view.scale >= 1 ? '[image-rendering:pixelated]' : ''}`}
    />
  );
}
