import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { Button } from '../../ui/Button.tsx';
import { cloudScene } from '../../ui/voxels/scenes/cloud.ts';
import { isletScene } from '../../ui/voxels/scenes/islet.ts';
import { keepScene, mostPlayers } from '../../ui/voxels/scenes/keep.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { useFresh } from './use-fresh.ts';

// Below the fold: its code is not waited for.
const HomeSections = lazyPart(async () => (await import('./HomeSections.tsx')).HomeSections);

export default function HomePage() {
  const navigate = useNavigate();
  const home = useMessages('home');

  return (
    <>
      <section className="relative grid overflow-hidden rounded-block border-2 border-line bg-linear-to-b from-sky-top to-sky-low shadow-block lg:min-h-120 lg:grid-cols-[1.1fr_1fr]">
        <div className="flex flex-col items-start justify-center gap-5 p-6 sm:p-10 lg:py-14 lg:pr-0">
          <h1 className="text-hero hyphens-auto">{home.title}</h1>
          <p className="max-w-prose text-lg text-pretty">{home.lead}</p>
          <Button variant="primary" className="text-lg sm:px-8" onAction={() => void navigate(paths.realmCreate)}>
            {home.create}
          </Button>
          <p className="text-sm font-medium">{home.free}</p>
        </div>
        <HeroScene label={home.scene} />
      </section>
      <Suspense fallback={<div data-growing className="min-h-dvh" />}>
        <HomeSections />
      </Suspense>
    </>
  );
}

const siteNow = async () => (await import('../../api/api.ts')).api.siteNow();

/** Where the realms that are on are seen from the keep. */
const islets = [
  'top-[4%] left-[2%] w-18 sm:top-[16%] sm:w-24',
  'top-[6%] right-[2%] w-16 sm:w-20',
  'bottom-[18%] right-0 w-18 sm:w-22',
  'bottom-[26%] left-[2%] w-14 sm:w-18',
];

/**
 * The keep under drifting clouds: by day in the light theme, with lit windows in the dark one. An island for each running
 * realm, and a figure for each player, as far as there is room; the numbers are below.
 */
function HeroScene({ label }: { label: string }) {
  const { now: messages } = useMessages('home');
  const now = useFresh(siteNow);
  const playersShown = Math.min(now?.players ?? 0, mostPlayers);
  const scene = useMemo(() => () => keepScene(playersShown), [playersShown]);

  return (
    <div className="relative flex min-h-64 flex-col px-4 pb-6 sm:min-h-80 lg:min-h-0">
      <Voxels scene={cloudScene} className="absolute top-[6%] left-[22%] w-24 animate-drift opacity-90" />
      <Voxels scene={cloudScene} className="absolute top-[34%] right-[4%] w-16 animate-drift opacity-80" />
      <Voxels scene={cloudScene} className="absolute bottom-[12%] left-[8%] w-14 animate-drift opacity-70" />
      {islets.slice(0, now?.realms ?? 0).map((place) => (
        <Voxels key={place} scene={isletScene} className={`absolute animate-rise ${place}`} />
      ))}
      <Voxels scene={scene} label={label} className="relative mx-auto max-h-120 min-h-0 w-full flex-1 animate-bob" />
      <div className="relative mt-2 flex min-h-11 justify-center">
        {now && (
          <p className="flex animate-rise items-center gap-2.5 rounded-block border-2 border-line bg-surface px-4 py-1.5 font-semibold shadow-block">
            <span aria-hidden className={`size-2.5 shrink-0 rounded-bit ${now.realms > 0 ? 'bg-moss' : 'bg-muted'}`} />
            {now.realms === 0 ? (
              messages.none
            ) : (
              <span>
                <span className="font-normal text-muted max-xs:sr-only">{messages.label}: </span>
                {messages.realms(now.realms)} · {messages.players(now.players)}
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
