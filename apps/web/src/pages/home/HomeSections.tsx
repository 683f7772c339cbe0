import { tierLimits } from '@realmkeep/contract/tiers';
import { Activity, Blocks, Languages, Power } from 'lucide-react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';

/** What the home page says below the fold. */
export function HomeSections() {
  const { format } = useI18n();
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
              <span className="grid size-11 shrink-0 place-items-center rounded-block border-2 border-line bg-surface text-spruce shadow-sill">
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
