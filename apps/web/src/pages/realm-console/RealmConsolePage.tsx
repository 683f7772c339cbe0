import type { Realm } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../shared/paths.ts';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useCopy } from '../../shared/use-copy.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CommandBox } from './CommandBox.tsx';
import { plainText } from './console-colours.ts';
import type { HeldLine } from './console-lines.ts';
import { ConsoleOutput } from './ConsoleOutput.tsx';
import { useConsole } from './use-console.ts';

/** A realm's output, and a box for commands. */
export default function RealmConsolePage() {
  const messages = useMessages('console');
  return (
    <RealmPage title={messages.title}>
      {(realm) => (
        <>
          <Console key={realm.id} realm={realm} />
          <Link
            {...paths.realmLogs(realm.id)}
            className="mt-3 inline-flex min-h-11 items-center font-semibold text-spruce underline underline-offset-4"
          >
            {messages.logs}
          </Link>
        </>
      )}
    </RealmPage>
  );
}

function Console({ realm }: { realm: Realm }) {
  const messages = useMessages('console');
  const copy = useCopy();
  const { state, lines, missed } = useConsole(realm.id);
  if (state === 'closed') return <p role="alert">{messages.closed}</p>;
  if (state === 'waiting') return <Skeleton className="h-96" />;
  return (
    <>
      <ConsoleOutput lines={lines} />
      <Announcer lines={lines} />
      <CommandBox realm={realm} />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button disabled={lines.length === 0} onAction={() => copy(asText(lines))}>
          {messages.copy}
        </Button>
        <Button
          disabled={lines.length === 0}
          onAction={() => save(asText(lines), `${realm.domain.domain}-console.log`)}
        >
          {messages.download}
        </Button>
        <p className="text-sm text-muted">
          {messages.held(lines.length)}
          {missed > 0 && ` ${messages.missed(missed)}`}
        </p>
      </div>
    </>
  );
}

function asText(lines: readonly HeldLine[]): string {
  return lines.map(({ at, text }) => `${new Date(at).toISOString()} ${plainText(text)}\n`).join('');
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const pauseMs = 3000;
const mostRead = 3;

/** Announces new lines to screen readers, not faster than they can be read out: a few lines as they are, otherwise their number. */
function Announcer({ lines }: { lines: readonly HeldLine[] }) {
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
