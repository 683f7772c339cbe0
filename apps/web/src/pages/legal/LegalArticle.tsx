import { usePageText } from '../../i18n/use-page-text.ts';

export function LegalArticle({ document }: { document: 'terms' | 'privacy' }) {
  const { title, lead, sections } = usePageText('legal')[document];
  return (
    <article className="mx-auto max-w-2xl">
      <h1 className="mb-4 text-2xl">{title}</h1>
      <p className="mb-8 text-lg text-muted">{lead}</p>
      {sections.map((section) => (
        <section key={section.title} className="mb-7">
          <h2 className="mb-2 text-lg">{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mb-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
