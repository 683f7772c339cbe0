import { tierLimits } from '@realmkeep/contract/tiers';
import { useNavigate } from '@tanstack/react-router';
import { Activity, Blocks, Languages, Power } from 'lucide-react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { HeroScene } from './HeroScene.tsx';

export function HomePage() {
  const { format } = useI18n();
  const navigate = useNavigate();
  const home = usePageText('home');
  const free = tierLimits.CHICKEN;
  const side = format.number(free.borderDiameter);
  const points = [
    { ...home.points.live, Icon: Activity },
    { ...home.points.kept, Icon: Blocks },
    { ...home.points.power, Icon: Power },
    { ...home.points.languages, Icon: Languages },
  ];

  return (
    <>
      <section className="relative grid overflow-hidden rounded-block border-2 border-line bg-linear-to-b from-sky-top to-sky-low shadow-block lg:min-h-[30rem] lg:grid-cols-[1.1fr_1fr]">
        <div className="flex flex-col items-start justify-center gap-5 p-6 sm:p-10 lg:py-14 lg:pr-0">
          <h1 className="text-[clamp(1.6rem,1rem+2.6vw,2.75rem)] hyphens-auto">{home.title}</h1>
          <p className="max-w-prose text-lg text-pretty">{home.lead}</p>
          <Button variant="primary" className="text-lg sm:px-8" onAction={() => void navigate(paths.realmCreate)}>
            {home.create}
          </Button>
          <p className="text-sm font-medium">{home.free}</p>
        </div>
        <HeroScene label={home.scene} />
      </section>

      <section aria-labelledby="steps" className="mt-14">
        <h2 id="steps" className="mb-5 text-xl sm:text-2xl">
          {home.steps.title}
        </h2>
        <ol className="grid gap-5 md:grid-cols-3">
          {[home.steps.map, home.steps.name, home.steps.join].map(({ title, text: words }, index) => (
            <li
              key={title}
              className="flex flex-col gap-2 rounded-block border-2 border-line bg-surface p-5 shadow-block"
            >
              <span aria-hidden className="font-display text-3xl font-bold text-amber">
                {index + 1}
              </span>
              <h3 className="text-base">{title}</h3>
              <p className="text-muted text-pretty">{words}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="points" className="mt-14">
        <h2 id="points" className="mb-5 text-xl sm:text-2xl">
          {home.points.title}
        </h2>
        <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
          {points.map(({ title, text: words, Icon }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-block border-2 border-line bg-surface text-spruce shadow-[0_3px_0_var(--edge)]">
                <Icon aria-hidden size={20} />
              </span>
              <div>
                <h3 className="mb-1 text-base">{title}</h3>
                <p className="text-muted text-pretty">{words}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <Card aria-labelledby="tier" className="mt-14">
        <h2 id="tier" className="text-lg">
          {home.tier.title}
        </h2>
        <ul className="mt-4 mb-5 grid gap-x-8 gap-y-3 sm:grid-cols-3">
          {[
            home.tier.realms(free.realms),
            ...(free.slots === null ? [] : [home.tier.slots(free.slots)]),
            home.tier.border(side),
          ].map((line) => (
            <li key={line} className="rounded-block bg-sunk px-4 py-3 text-center font-display text-sm font-medium">
              {line}
            </li>
          ))}
        </ul>
        <Callout tone="info" title={home.honest.title}>
          <p>{home.honest.text}</p>
        </Callout>
      </Card>
    </>
  );
}
