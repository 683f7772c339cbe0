import { Link, useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';

/** The menu of the future mode Ultima: except for the general one, its entries lead nowhere yet. */
export function UltimaMenu() {
  const { sidebar } = useMessages('realm');
  const { ultima } = sidebar;
  const { id } = useSearch({ strict: false });
  const sections = [
    { title: sidebar.main, items: [ultima.console] },
    { title: ultima.management, items: [ultima.files, ultima.backups, ultima.uploads, ultima.kernel] },
    { title: sidebar.additional, items: [sidebar.access, sidebar.support] },
  ];
  return (
    <details className="group border-t-2 border-line pt-3">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-block px-3 font-medium hover:bg-sunk [&::-webkit-details-marker]:hidden">
        {ultima.title}
        <span className="rounded-bit bg-sunk px-1.5 py-0.5 text-xs whitespace-nowrap text-muted">{ultima.soon}</span>
        <ChevronDown aria-hidden size={16} className="ml-auto group-open:rotate-180" />
      </summary>
      {sections.map(({ title, items }, index) => (
        <div key={title} className="mt-3">
          <h2 className="mb-1 px-3 text-xs tracking-wide text-muted">{title}</h2>
          <ul>
            {index === 0 && (
              <li>
                <Link {...paths.homeOf(id)} className="flex min-h-11 items-center rounded-block px-3 hover:bg-sunk">
                  {sidebar.general}
                </Link>
              </li>
            )}
            {items.map((label) => (
              <li key={label} className="flex min-h-11 items-center px-3 text-muted">
                {label}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
