import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { controlClass } from '../../ui/form/Labelled.tsx';

interface Props {
  query: string;
  /** Lines that hold it. */
  found: number;
  /** Which of them is shown, from 1; 0 for none. */
  at: number;
  onQuery: (query: string) => void;
  onStep: (by: 1 | -1) => void;
}

/** Looks for something in the console: Enter goes to the one before, Shift and Enter back, Escape ends it. */
export function SearchBar({ query, found, at, onQuery, onStep }: Props) {
  const { search } = useMessages('console');
  const id = useId();
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {search.label}
      </label>
      <input
        id={id}
        type="search"
        value={query}
        placeholder={search.label}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        className={`min-h-11 min-w-0 flex-1 basis-40 placeholder:text-sm ${controlClass}`}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? 1 : -1);
        }}
      />
      <Button aria-label={search.previous} disabled={found === 0} className="px-3!" onAction={() => onStep(-1)}>
        <ChevronUp aria-hidden />
      </Button>
      <Button aria-label={search.next} disabled={found === 0} className="px-3!" onAction={() => onStep(1)}>
        <ChevronDown aria-hidden />
      </Button>
      <p role="status" className="min-w-24 text-sm text-muted">
        {query.trim() === '' ? '' : search.found(at, found)}
      </p>
    </search>
  );
}
