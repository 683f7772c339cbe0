import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

interface Props {
  /** For the id of its heading. */
  name: string;
  title: string;
  text?: string;
  /** The button's text, if not the usual one for saving. */
  button?: string;
  /** Whether there is something that can be sent. */
  ready: boolean;
  /** Whether it is being sent. */
  busy: boolean;
  onSend: () => void;
  children: ReactNode;
}

/** A form of a realm's pages, with one button. */
export function FormCard({ name, title, text, button, ready, busy, onSend, children }: Props) {
  const { settings: messages } = useMessages('realm');
  const online = useOnline();
  const possible = ready && !busy && online;
  return (
    <TitledCard id={`form-${name}`} title={title} gap={text === undefined ? 'mb-4' : 'mb-1'}>
      {text !== undefined && <p className="mb-5 max-w-prose text-muted">{text}</p>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (possible) onSend();
        }}
      >
        {children}
        <ProgressBar busy={busy} label={title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {button ?? messages.save}
        </Button>
      </form>
    </TitledCard>
  );
}
