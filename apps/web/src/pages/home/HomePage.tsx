import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { HeroScene } from './HeroScene.tsx';

// Below the fold: its code is not waited for.
const HomeSections = lazy(async () => ({ default: (await import('./HomeSections.tsx')).HomeSections }));

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
