import { useMessages } from '../../i18n/use-messages.ts';
import { Section } from './Section.tsx';

/** Six reviews of the kind that will stand here, each marked as an example. */
export function Reviews() {
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
