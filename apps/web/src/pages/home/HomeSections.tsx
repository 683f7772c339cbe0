import {
  Activity,
  Archive,
  AtSign,
  Blocks,
  CalendarClock,
  Languages,
  Moon,
  Power,
  SquareTerminal,
  Users,
} from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Plans } from './Plans.tsx';
import { Section } from './Section.tsx';

/** What the home page says below the fold. */
export function HomeSections() {
  const { steps, honest } = useMessages('welcome');
  return (
    <>
      <Section id="steps" title={steps.title}>
        <Steps steps={steps.list} />
      </Section>
      <Points />
      <div className="mt-8">
        <Callout tone="info" title={honest.title}>
          <p>{honest.text}</p>
        </Callout>
      </div>
      <Plans />
      <Reviews />
      <Help />
    </>
  );
}

/** How to join, what people ask, and where to ask further. */
function Help() {
  const { help } = useMessages('welcome');
  const site = useSite();
  const links = (['wiki', 'support', 'community'] as const).flatMap((name) => {
    const href = site?.links[name] ?? null;
    return href === null ? [] : [{ name, href }];
  });

  return (
    <Section id="help" title={help.title}>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <div>
          <h3 className="mb-4 text-base">{help.join.title}</h3>
          <ol className="flex flex-col gap-4">
            {help.join.list.map((step, index) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden
                  className="grid size-8 shrink-0 place-items-center rounded-chip border-2 border-line bg-surface font-display text-sm font-semibold text-spruce"
                >
                  {index + 1}
                </span>
                <span className="pt-1 text-pretty">{step}</span>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h3 className="mb-4 text-base">{help.questions.title}</h3>
          <div className="flex flex-col gap-2.5">
            {help.questions.list.map(({ question, answer }) => (
              <Disclosure key={question} title={question}>
                <p className="text-pretty">{answer}</p>
              </Disclosure>
            ))}
          </div>
          {/* They come late, and must not move what stands below. */}
          {(site === null || links.length > 0) && (
            <div className={`mt-6 flex min-h-11 flex-wrap items-center gap-3 ${site === null ? 'invisible' : ''}`}>
              <p className="mr-2 font-semibold">{help.more}</p>
              {links.map(({ name, href }) => (
                <NewTabLink key={name} href={href} className={buttonClass('plain')}>
                  {help[name]}
                </NewTabLink>
              ))}
            </div>
          )}
        </div>
      </div>
    </Section>
  );
}

const icons = {
  live: Activity,
  kept: Blocks,
  power: Power,
  address: AtSign,
  sleep: Moon,
  backups: Archive,
  tools: SquareTerminal,
  schedules: CalendarClock,
  partners: Users,
  languages: Languages,
};

/** Why one would build here: ten points. */
function Points() {
  const { title, ...points } = useMessages('welcome').points;
  return (
    <Section id="points" title={title}>
      <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {Object.entries(icons).map(([name, Icon]) => {
          const point = points[name as keyof typeof icons];
          return (
            <li key={name} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-block border-2 border-line bg-surface text-spruce shadow-sill">
                <Icon aria-hidden size={20} />
              </span>
              <div>
                <h3 className="mb-1 text-base">{point.title}</h3>
                <p className="text-pretty text-muted">{point.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Six reviews of the kind that will stand here, each marked as an example. */
function Reviews() {
  const { title, lead, example, list } = useMessages('welcome').reviews;
  return (
    <Section id="reviews" title={title} lead={lead}>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {list.map(({ name, who, text }) => (
          <li key={name}>
            <figure className="flex h-full flex-col gap-4 rounded-block border-2 border-line bg-surface p-5 shadow-block">
              <blockquote className="flex-1 text-pretty">{text}</blockquote>
              <figcaption className="flex flex-wrap items-center gap-3">
                <span
                  aria-hidden
                  className="grid size-10 shrink-0 place-items-center rounded-block bg-moss-soft font-display font-bold text-moss"
                >
                  {name.charAt(0)}
                </span>
                <span className="flex-1 leading-tight">
                  <span className="block font-semibold">{name}</span>
                  <span className="text-sm text-muted">{who}</span>
                </span>
                <span className="rounded-chip bg-amber-soft px-2 py-0.5 text-sm font-semibold text-amber">
                  {example}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Steps in order, each a block with its number on it. */
function Steps({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-5 md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex flex-col gap-2 rounded-block border-2 border-line bg-surface p-5 shadow-block">
          <span
            aria-hidden
            className="mb-1 grid size-11 place-items-center rounded-block border-2 border-lantern-edge bg-lantern font-display text-lg font-bold text-lantern-ink shadow-lantern"
          >
            {index + 1}
          </span>
          <h3 className="text-base">{title}</h3>
          <p className="text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
