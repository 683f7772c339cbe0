import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { legalDates } from './legal-dates.ts';

/** A text to be read, with its parts to go to: by name in its address too, as `/privacy-policy#rights`. */
export function LegalArticle({ document }: { document: 'terms' | 'privacy' }) {
  const { format } = useI18n();
  const legal = useMessages('legal');
  const site = useSite();
  const { title, lead, sections } = legal[document];
  const dated = legalDates[document];
  const parts = Object.entries(sections);
  const links = (['support', 'community'] as const).flatMap((name) => {
    const href = site?.links[name] ?? null;
    return href === null ? [] : [{ name, href }];
  });

  return (
    <div className="mx-auto grid max-w-5xl gap-x-12 lg:grid-cols-[1fr_16rem]">
      <div className="max-w-2xl min-w-0">
        <h1 className="mb-2 text-xl xs:text-2xl sm:text-3xl">{title}</h1>
        <p className="mb-6 text-sm text-muted">
          <time dateTime={dated}>{legal.dated(format.date(`${dated}T12:00:00Z`))}</time>
        </p>
        <p className="mb-8 text-lg text-pretty text-muted">{lead}</p>
      </div>
      <nav
        aria-labelledby="contents"
        className="mb-8 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
      >
        <div className="rounded-block border-2 border-line bg-surface p-4 shadow-block">
          <h2 id="contents" className="mb-1 text-base">
            {legal.contents}
          </h2>
          <ul>
            {parts.map(([id, section]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center rounded-block py-1 underline-offset-4 hover:underline"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      <article aria-label={title} className="max-w-2xl min-w-0">
        {parts.map(([id, section]) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-9 scroll-mt-24">
            <h2 id={`${id}-title`} className="mb-3 text-lg">
              {section.title}
            </h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mb-3 text-pretty">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        {links.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {links.map(({ name, href }) => (
              <NewTabLink key={name} href={href} className={buttonClass('plain')}>
                {legal[name]}
              </NewTabLink>
            ))}
          </div>
        )}
      </article>
    </div>
  );
}
