import type { Realm } from '@realmkeep/contract';
import { consoleCommandRule } from '@realmkeep/contract/console-rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { useTyped } from '../../features/drafts/use-draft.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { commandHistory, rememberCommand } from '../../features/realm/command-history.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { completed, completions } from './completion.ts';

/** Where commands are typed: Tab completes, the arrows go through those that were sent before. */
export function CommandBox({ realm }: { realm: Realm }) {
  const messages = useMessages('console');
  const errors = useMessages('errors');
  const online = useOnline();
  const listId = useId();
  const { phase, players } = realm.live;
  const isReady = phase === 'READY';
  const [written, setLine] = useTyped<string>(`command ${realm.id}`);
  const line = written ?? '';
  const [history, setHistory] = useState(() => commandHistory(realm.id));
  /** Which of the history is shown, counted from its end; 0 for what is being typed. */
  const [back, setBack] = useState(0);
  /** What was being typed when the history was opened. */
  const [begun, setBegun] = useState('');
  /** While Tab cycles through completions: what was typed, and which one is shown. */
  const [cycle, setCycle] = useState<{ line: string; at: number } | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const { data } = useQuery({
    queryKey: keys.consoleCommands(realm.id, realm.live.startedAt),
    queryFn: ({ signal }) => api.realmConsoleCommands({ params: { id: realm.id }, signal }),
    enabled: isReady,
    retry: false,
  });
  const names = players.map(({ nickname }) => nickname);
  const typed = cycle?.line ?? line;
  const offered = dismissed || typed.trim() === '' ? [] : completions(typed, data?.commands ?? [], names);

  const sending = useMutation({
    mutationFn: (command: string) => api.realmConsoleCommand({ params: { id: realm.id }, body: { command } }),
    onSuccess: (_, command) => {
      setHistory(rememberCommand(realm.id, command));
      setLine((present) => (present?.trim() === command ? null : present));
    },
    onError: (error) => {
      setProblem(errorText(errors, error));
      showToast('error', errorText(errors, error), 'console');
    },
  });

  const write = (next: string) => {
    setLine(next === '' ? null : next);
    setCycle(null);
    setDismissed(false);
    setProblem(null);
  };
  const choose = (at: number) => {
    const word = offered[at];
    if (word === undefined) return;
    setCycle({ line: typed, at });
    setLine(completed(typed, word));
  };
  const recall = (next: number) => {
    if (next < 0 || next > history.length) return;
    if (back === 0) setBegun(line);
    setBack(next);
    write(next === 0 ? begun : (history[history.length - next] ?? ''));
    setDismissed(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab' && !event.shiftKey && offered.length > 0) choose(((cycle?.at ?? -1) + 1) % offered.length);
    else if (event.key === 'ArrowUp') recall(back + 1);
    else if (event.key === 'ArrowDown') recall(back - 1);
    else if (event.key === 'Escape') {
      setDismissed(true);
      setCycle(null);
    } else return;
    event.preventDefault();
  };
  const submit = () => {
    const command = line.trim();
    if (command === '' || sending.isPending || !isReady) return;
    setBack(0);
    setCycle(null);
    setProblem(null);
    sending.mutate(command);
  };

  return (
    <form
      noValidate
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-wrap items-start gap-x-3">
        <Field
          label={messages.command.label}
          hint={phase === 'READY' ? messages.command.hint : messages.command.phases[phase]}
          problem={problem}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={cycle ? `${listId}-${cycle.at}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={consoleCommandRule.max}
          disabled={!isReady}
          className="min-w-0 flex-1 basis-60 [&_input]:font-mono"
          value={line}
          onChange={({ target }) => {
            setBack(0);
            write(target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="primary" type="submit" disabled={!isReady || !online || sending.isPending} className="mt-6.5">
          {messages.command.send}
        </Button>
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={messages.command.offered}
        className="mt-3 flex min-h-9 flex-wrap gap-2 pointer-coarse:min-h-11"
      >
        {offered.map((word, at) => (
          <div
            key={word}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={cycle?.at === at}
            className="inline-flex cursor-pointer items-center rounded-block border-2 border-line bg-surface px-2 py-1 font-mono text-sm hover:bg-sunk aria-selected:border-spruce pointer-coarse:min-h-11 pointer-coarse:px-3"
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(at);
            }}
          >
            {word}
          </div>
        ))}
      </div>
    </form>
  );
}
