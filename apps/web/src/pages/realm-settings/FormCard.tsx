import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

interface Props {
  /** For the id of its heading. */
  name: string;
  title: string;
  text?: string;
  /** Whether there is a change that can be saved. */
  ready: boolean;
  /** Whether one is being saved. */
  busy: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** What is changed of a realm together, in a form with one button. */
export function FormCard({ name, title, text, ready, busy, onSave, children }: Props) {
  const { settings: messages } = useMessages('realm');
  const online = useOnline();
  const possible = ready && !busy && online;
  const heading = `settings-${name}`;
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className={`text-lg ${text === undefined ? 'mb-4' : 'mb-1'}`}>
        {title}
      </h2>
      {text !== undefined && <p className="mb-5 max-w-prose text-muted">{text}</p>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (possible) onSave();
        }}
      >
        {children}
        <ProgressBar busy={busy} label={title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {messages.save}
        </Button>
      </form>
    </Card>
  );
}
