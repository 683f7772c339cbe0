import { Fragment, memo } from 'react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { readSpans, type Span } from './console-colours.ts';
import type { HeldLine } from './console-lines.ts';

interface Props {
  line: HeldLine;
  /** Describes how many lines were skipped before it. */
  gap: (count: number) => string;
  /** The search in lower case; empty for none. */
  query: string;
  /** Whether this line is the current match. */
  current: boolean;
}

/** One line, with the time of day before it. */
export const ConsoleRow = memo(function ConsoleRow({ line, gap, query, current }: Props) {
  const { language } = useI18n();
  return (
    <>
      {line.missed > 0 && <div className="border-y border-line px-3 text-muted italic">{gap(line.missed)}</div>}
      <div
        data-line={line.n}
        className={`console-row px-3 whitespace-pre-wrap wrap-anywhere ${current ? 'bg-amber-soft' : ''}`}
      >
        <time className="mr-2 text-muted select-none max-xs:hidden">{timeOfDay(language).format(line.at)}</time>
        <bdi>
          {marked(readSpans(line.text), query).map((span, index) => (
            // The pieces of a line never change.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>{piece(span)}</Fragment>
          ))}
        </bdi>
      </div>
    </>
  );
});

/** One for each language: to make one costs more than all else of a row. */
const formats = new Map<string, Intl.DateTimeFormat>();
function timeOfDay(language: string): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  formats.set(language, made);
  return made;
}

interface Piece extends Span {
  found: boolean;
}

/** The spans, cut at the ends of each match. */
function marked(spans: Span[], query: string): Piece[] {
  if (query === '') return spans.map((span) => Object.assign({ found: false }, span));
  const text = spans
    .map((span) => span.text)
    .join('')
    .toLowerCase();
  const pieces: Piece[] = [];
  let at = 0;
  for (const span of spans) {
    const end = at + span.text.length;
    const from = at;
    while (at < end) {
      // The find that this place is in, or the next after it.
      const find = text.indexOf(query, Math.max(0, at - query.length + 1));
      const found = find !== -1 && find <= at;
      const until = Math.min(end, found ? find + query.length : find === -1 ? end : find);
      pieces.push({ ...span, text: span.text.slice(at - from, until - from), found });
      at = until;
    }
  }
  return pieces;
}

function piece({ text, colour, bold, italic, underline, strike, found }: Piece) {
  const look = [
    colour && `console-${colour}`,
    bold && 'font-bold',
    italic && 'italic',
    underline && 'underline',
    strike && 'line-through',
  ].filter(Boolean);
  const styled = look.length > 0 ? <span className={look.join(' ')}>{text}</span> : text;
  return found ? <mark className="bg-lantern text-lantern-ink *:text-lantern-ink">{styled}</mark> : styled;
}
