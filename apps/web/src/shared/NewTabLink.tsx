import type { ComponentProps } from 'react';
import { useMessages } from '../i18n/use-messages.ts';

/** A link to somebody else's site, in a new tab; screen readers say so. */
export function NewTabLink({ children, ...attributes }: ComponentProps<'a'>) {
  const { footer } = useMessages('shell');
  return (
    <a {...attributes} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> {footer.newTab}</span>
    </a>
  );
}
