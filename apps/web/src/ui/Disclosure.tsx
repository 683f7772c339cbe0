import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Content that is expanded on demand. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-block border-2 border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-block px-4 py-2.5 font-semibold hover:bg-sunk">
        {title}
        <ChevronDown aria-hidden size={20} className="ml-auto shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
