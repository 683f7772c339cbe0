import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/Loaded.tsx';
import { loadLegal } from '../../i18n/catalogue.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function LegalArticle({ document }: { document: 'terms' | 'privacy' }) {
  const { language } = useI18n();
  const query = useQuery({
    queryKey: ['legal', language],
    queryFn: () => loadLegal(language),
    staleTime: Infinity,
  });
  return (
    <article className="mx-auto max-w-2xl">
      <Loaded query={query} skeleton={<Skeleton className="h-[60vh]" />} level={1}>
        {({ [document]: { title, lead, sections } }) => (
          <>
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
          </>
        )}
      </Loaded>
    </article>
  );
}
