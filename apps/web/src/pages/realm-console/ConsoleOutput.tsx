import { useEffect, useLayoutEffect, useRef, useState, useId } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { controlClass } from '../../ui/form/Labelled.tsx';
import { plainText } from './console-colours.ts';
import type { HeldLine } from './console-lines.ts';
import { ConsoleRow } from './ConsoleRow.tsx';
import './console.css';

/** Rows at the end: enough for any screen, and few enough to change often. */
const tailRows = 100;
const atEndWithin = 8;

/**
 * The output. It follows the end until the reader scrolls up or searches: then it stays as it is, with all lines that are
 * held, and says how many have arrived since.
 */
export function ConsoleOutput({ lines }: { lines: readonly HeldLine[] }) {
  const messages = useMessages('console');
  const log = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(0);
  /** Where it was put last, in pixels. */
  const placed = useRef(0);
  /** Null while it follows the end. */
  const [still, setStill] = useState<readonly HeldLine[] | null>(null);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<number | null>(null);
  const sought = query.trim().toLowerCase();
  const searched = still ?? lines;
  const found = sought === '' ? [] : searched.filter(({ text }) => plainText(text).toLowerCase().includes(sought));
  const fresh = still ? (lines.at(-1)?.n ?? 0) - (still.at(-1)?.n ?? 0) : 0;
  const isFollowing = still === null;

  // With any new lines.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || !isFollowing) return;
    // Scrolling up is reported only in the next frame. If rows were removed, the browser itself moves it to the end.
    const end = box.scrollHeight - box.clientHeight;
    if (box.scrollTop < Math.min(placed.current, end) - atEndWithin) return;
    box.scrollTop = box.scrollHeight;
    placed.current = box.scrollTop;
  });
  // Rows inserted above the visible ones must not move those.
  useLayoutEffect(() => {
    const box = log.current;
    if (box && !isFollowing) box.scrollTop = box.scrollHeight - fromEnd.current;
  }, [isFollowing]);
  useEffect(() => {
    if (current === null) return;
    log.current?.querySelector(`[data-line="${current}"]`)?.scrollIntoView({ block: 'center' });
  }, [current]);

  const scrolled = () => {
    const box = log.current;
    if (!box) return;
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= atEndWithin;
    fromEnd.current = box.scrollHeight - box.scrollTop;
    if (isFollowing && !isAtEnd) setStill(lines);
    if (!isFollowing && isAtEnd && current === null) setStill(null);
  };
  const follow = () => {
    setCurrent(null);
    setStill(null);
  };
  const step = (by: 1 | -1) => {
    const box = log.current;
    if (found.length === 0 || !box) return;
    fromEnd.current = box.scrollHeight - box.scrollTop;
    setStill(searched);
    const at = found.findIndex(({ n }) => n === current);
    // The newest first, as it is nearest to what is visible.
    const next = at === -1 ? found.length - 1 : (at + by + found.length) % found.length;
    setCurrent(found[next]?.n ?? null);
  };

  return (
    <>
      <SearchBar
        query={query}
        found={found.length}
        at={found.findIndex(({ n }) => n === current) + 1}
        onQuery={(next) => {
          setQuery(next);
          setCurrent(null);
        }}
        onStep={step}
      />
      <div className="relative">
        <div
          ref={log}
          role="log"
          aria-live="off"
          aria-label={messages.output}
          // Without a pointer it is scrolled by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={scrolled}
          className="h-[55vh] min-h-64 overflow-y-auto rounded-block [overflow-anchor:none] border-2 border-line bg-sunk py-2 font-mono text-sm leading-6"
        >
          {searched.slice(isFollowing ? -tailRows : 0).map((line) => (
            <ConsoleRow key={line.n} line={line} gap={messages.gap} query={sought} current={line.n === current} />
          ))}
          {lines.length === 0 && <p className="px-3 text-muted">{messages.empty}</p>}
        </div>
        {!isFollowing && (
          <div className="absolute inset-x-0 bottom-3 flex justify-center">
            <Button variant="primary" onAction={follow}>
              {fresh > 0 ? messages.fresh(fresh) : messages.toEnd}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

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
function SearchBar({ query, found, at, onQuery, onStep }: Props) {
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
