import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { plainText } from './console-colours.ts';
import type { HeldLine } from './console-lines.ts';

const pauseMs = 3000;
const mostRead = 3;

/** Tells whoever listens what has come, not more often than it can be said: a few lines as they are, of many how many. */
export function Announcer({ lines }: { lines: readonly HeldLine[] }) {
  const messages = useMessages('console');
  const [said, setSaid] = useState('');
  const newest = useRef(lines);
  const told = useRef<number | null>(null);
  useEffect(() => {
    newest.current = lines;
    // What was there when the page came is not news.
    if (lines.length > 0) told.current ??= lines.at(-1)?.n ?? null;
  }, [lines]);
  useEffect(() => {
    const timer = setInterval(() => {
      const last = newest.current.at(-1)?.n ?? 0;
      if (told.current === null || last <= told.current) return;
      const count = last - told.current;
      const fresh = newest.current.slice(-mostRead).filter(({ n }) => n > (told.current ?? 0));
      told.current = last;
      setSaid(count > mostRead ? messages.fresh(count) : fresh.map(({ text }) => plainText(text)).join('. '));
    }, pauseMs);
    return () => clearInterval(timer);
  }, [messages]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
