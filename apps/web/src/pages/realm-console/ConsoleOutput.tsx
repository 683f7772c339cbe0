import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { plainText } from './console-colours.ts';
import type { HeldLine } from './console-lines.ts';
import { ConsoleRow } from './ConsoleRow.tsx';
import { SearchBar } from './SearchBar.tsx';
import './console.css';

/** Rows at the end: enough for any screen, and few enough to change often. */
const tailRows = 100;
const atEndWithin = 8;

/**
 * What was printed. It follows the end until the reader scrolls up or looks for something: then it stays as it is, with all that is
 * held, and says how much has come since.
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

  // Whatever has come.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || !isFollowing) return;
    // Whoever has scrolled up is heard of in the next frame only.
    const isLeft =
      box.scrollTop < placed.current - atEndWithin && placed.current <= box.scrollHeight - box.clientHeight;
    if (isLeft) return;
    box.scrollTop = box.scrollHeight;
    placed.current = box.scrollTop;
  });
  // What is put before the rows that are seen must not move them.
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
    // The newest first: it is nearest to what is seen.
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
          // Whoever has no pointer scrolls it by the keyboard.
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
