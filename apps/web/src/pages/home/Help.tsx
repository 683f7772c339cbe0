import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Section } from './Section.tsx';

/** How to join, what people ask, and where to ask further. */
export function Help() {
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
