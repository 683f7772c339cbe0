import type { Realm } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { paths } from '../../shared/paths.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

interface Props {
  realm: Realm;
  busy: boolean;
  onDelete: () => void;
}

/** Deleting, once the name has been typed. A protected realm has only the way to its settings. */
export function DeleteCard({ realm: { id, name, protectedRealm }, busy, onDelete }: Props) {
  const realmText = useMessages('realm');
  const { danger } = realmText.details;
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const confirmed = typed.trim() === name;
  const close = () => {
    setOpen(false);
    setTyped('');
  };

  return (
    <Card aria-labelledby="delete" className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 id="delete" className="mb-1 text-lg">
          {danger.title}
        </h2>
        <p className="text-muted">{protectedRealm ? danger.protected : danger.text}</p>
      </div>
      {protectedRealm ? (
        <Link
          {...paths.realmSettings(id)}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {danger.toSettings}
        </Link>
      ) : (
        <Button variant="danger" onAction={() => setOpen(true)}>
          {danger.button}
        </Button>
      )}
      {open && (
        <AppDialog title={danger.confirmTitle(name)} onClose={close}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (confirmed && online) onDelete();
            }}
          >
            <p className="mb-4">{danger.confirmText}</p>
            <Field
              label={danger.confirmLabel(name)}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              data-autofocus
            />
            <ProgressBar busy={busy} label={danger.title} />
            <div className="mt-3 flex flex-wrap gap-3">
              <Button variant="danger" type="submit" disabled={!confirmed || busy || !online}>
                {danger.confirmButton}
              </Button>
              <Button onAction={close}>{danger.cancel}</Button>
            </div>
          </form>
        </AppDialog>
      )}
    </Card>
  );
}
