import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A part of the home page, with its heading. */
export function Section({ id, title, lead, children }: Props) {
  return (
    <section aria-labelledby={id} className="mt-16 scroll-mt-20 sm:mt-20">
      <h2 id={id} className="text-xl sm:text-2xl">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-2 max-w-prose text-pretty text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}
