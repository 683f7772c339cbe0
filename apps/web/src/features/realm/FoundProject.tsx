import type { AddonFound } from '@realmkeep/contract';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';

interface Props {
  project: AddonFound;
  /** What can be done with it. */
  children: ReactNode;
}

/** A project of Modrinth's in a list of what was found. */
export function FoundProject({ project: { id, title, description, author, downloads }, children }: Props) {
  const { search: messages, of: labelOf } = useMessages('addons');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h3 className="text-base font-semibold wrap-anywhere">{title}</h3>
        <p className="wrap-anywhere">{description}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {messages.by(author)} · {messages.downloads(downloads)} ·{' '}
          <NewTabLink
            href={`https://modrinth.com/project/${id}`}
            className="underline underline-offset-4"
            aria-label={labelOf(messages.open, title)}
          >
            {messages.open}
          </NewTabLink>
        </p>
      </div>
      {children}
    </li>
  );
}
